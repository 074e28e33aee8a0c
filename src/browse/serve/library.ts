import { type Browsing, type BrowsingOptions, openBrowsing } from '../../reading/index.ts';

/** The store of a reader. A load replaces the file as a whole, and the reader follows once the new one is there. */
export interface Library {
  /** The store as it is now. */
  current(): Browsing;
  close(): void;
}

/** Opens the store at `path`. Fails with `absent`, `not-a-store`, `store-newer` or `file-system`. */
export function openLibrary(path: string, options: BrowsingOptions = {}): Library {
  let store = openBrowsing(path, options);
  return {
    current() {
      if (store.isOutdated()) {
        const newer = openBrowsing(path, options);
        store.close();
        store = newer;
      }
      return store;
    },
    close: () => store.close(),
  };
}
