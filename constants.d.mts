/** Types of `constants.mjs`, for the tests. */

export type NetSizes = readonly [width: number, layer1: number, layer2: number];
export interface BuildOptions {
  readonly variants?: boolean;
  readonly trace?: boolean;
  /** Accumulators, first and second layer; no layers are 0 and 0. */
  readonly sizes?: NetSizes;
}
export function netSizes(): { readonly chess: NetSizes; readonly variants: NetSizes };
export function constants(options?: BuildOptions): Record<string, string>;
export function ascFlags(options?: BuildOptions): string[];
