/** What the hooks use of the frameworks, whose types are those of the applications. */

declare module "react" {
  export function useEffect(effect: () => (() => void) | undefined, dependencies: readonly unknown[]): void;
  export function useState<S>(initial: S): [state: S, setState: (next: S) => void];
}

declare module "vue" {
  export interface ShallowRef<T> {
    value: T;
  }
  export type MaybeRefOrGetter<T> = T | ShallowRef<T> | (() => T);
  export function shallowRef<T>(value: T): ShallowRef<T>;
  export function toValue<T>(source: MaybeRefOrGetter<T>): T;
  export function watchEffect(effect: (onCleanup: (clean: () => void) => void) => void): void;
}

declare module "svelte/store" {
  export interface Readable<T> {
    subscribe(run: (value: T) => void): () => void;
  }
  export function readable<T>(value: T, start: (set: (value: T) => void) => () => void): Readable<T>;
}
