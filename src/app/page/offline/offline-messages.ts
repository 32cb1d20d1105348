/** What the page and its service worker say to each other. */

/** What the page asks of the service worker. */
export type OfflineRequest =
  /** A waiting one takes over: the visitor wants the new version. */
  | { readonly type: "take over" }
  /** Keeps files, all there are if they are not named; answered with `Kept`. */
  | { readonly type: "keep"; readonly names?: readonly string[] };

/** What a service worker keeps. */
export interface Kept {
  /** The version of its files. */
  readonly version: string;
  /** Bytes of the files that are not kept yet. */
  readonly missing: number;
}
