/** Types of `build/constants.mjs`, for the tests. */

export interface BuildOptions {
  readonly variants?: boolean;
  readonly trace?: boolean;
  readonly width?: number;
}
export function netWidths(): { readonly chess: number; readonly variants: number };
export function constants(options?: BuildOptions): Record<string, string>;
export function ascFlags(options?: BuildOptions): string[];
