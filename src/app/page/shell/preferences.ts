/** Preferences: what a visitor has chosen once and for all, in local storage. */

/** What was chosen; null if nothing was, or if storage is forbidden. */
export function recall(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a choice. Where storage is forbidden or full, it lasts as long as the visit. */
export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Then the default is back next time.
  }
}
