import { type BrowsingOptions, type OpenBrowsing, openBrowsing } from '../../reading/index.ts';
import { createLinks, type HasPage } from '../create-links.ts';
import type { Links } from '../frame.ts';
import { createRenderer, type Renderer } from '../rendering/create-renderer.ts';
import { renderApart } from '../rendering/render-apart.ts';
import { renderHere } from '../rendering/render-here.ts';

/** An open store with its links and renderer. */
interface OpenedStore {
  readonly store: OpenBrowsing;
  readonly links: Links;
  readonly renderer: Renderer;
  close(): void;
}

/** The current store of a reader. Loading replaces the store's file as a whole; the reader then opens the new one. */
export interface Library {
  current(): OpenedStore;
  close(): void;
}

/** Opens the store at `path`. Fails with `absent`, `not-a-store`, `store-newer` or `file-system`. */
export function openLibrary(path: string, hasPage: HasPage, options: BrowsingOptions = {}): Library {
  const open = (): OpenedStore => {
    const store = openBrowsing(path, options);
    const links = createLinks(store, hasPage);
    const threads = options.isFixed === true ? undefined : renderApart({ path, folders: options.folders });
    return {
      store,
      links,
      renderer: createRenderer(threads?.render ?? renderHere(links)),
      close() {
        threads?.close();
        store.close();
      },
    };
  };
  let opened = open();
  return {
    current() {
      if (opened.store.isOutdated()) {
        const newer = open();
        opened.close();
        opened = newer;
      }
      return opened;
    },
    close: () => opened.close(),
  };
}
