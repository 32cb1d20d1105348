/** Signals: what has changed tells those who listen. */

/** A signal without data, and its listeners. */
export class Signal<T = void> {
  readonly #listeners: ((value: T) => void)[] = [];

  listen(listener: (value: T) => void): void {
    this.#listeners.push(listener);
  }

  emit(value: T): void {
    for (const listener of this.#listeners) listener(value);
  }
}
