import { type BrowsingOptions, type OpenBrowsing, openBrowsing } from '../../reading/open-browsing.ts';
import { createLinks, type HasPage } from '../create-links.ts';
import type { Links } from '../frame.ts';
import { createRenderer, MAX_KEPT_CHARS, type Renderer } from '../rendering/create-renderer.ts';
import { renderApart } from '../rendering/render-apart.ts';
import { renderHere } from '../rendering/render-here.ts';

/** An open store with its links and renderer. */
interface OpenedStore {
  readonly store: OpenBrowsing;
  readonly links: Links;
  readonly renderer: Renderer;
  /** Keeps the store open, even if another one replaces it, until the returned function is called. */
  hold(): () => void;
}

/** A site asks for each page once: what its pages share is next to each other. */
const SITE_SHARE = 12;

/** The current store of a reader. Loading replaces the store's file as a whole; the reader then opens the new one. */
export interface Library {
  current(): OpenedStore;
  /** Closes the current store and those that are still held. */
  close(): void;
}

/** Opens the store at `path`. Fails with `absent`, `not-a-store`, `store-older`, `store-newer` or `file-system`. */
export function openLibrary(path: string, hasPage: HasPage, options: BrowsingOptions = {}): Library {
  const unclosed = new Set<() => void>();
  const open = () => {
    const store = openBrowsing(path, options);
    const links = createLinks(store, hasPage);
    const threads =
      options.isFixed === true
        ? undefined
        : renderApart({ path, folders: options.folders, owners: options.owners });
    const close = () => {
      if (unclosed.delete(close)) {
        threads?.close();
        store.close();
      }
    };
    unclosed.add(close);
    const renderer =
      threads === undefined
        ? createRenderer(renderHere(links), MAX_KEPT_CHARS / SITE_SHARE)
        : createRenderer(threads.render);
    return { store, links, renderer, ...countHolders(close) };
  };
  let opened = open();
  return {
    current() {
      if (opened.store.isOutdated()) {
        const newer = open();
        opened.retire();
        opened = newer;
      }
      return opened;
    },
    close() {
      for (const close of unclosed) {
        close();
      }
    },
  };
}

/** Calls `close` once the store has been replaced and no one holds it any more. */
function countHolders(close: () => void) {
  let holders = 0;
  let isReplaced = false;
  const closeIfUnused = () => {
    if (isReplaced && holders === 0) {
      close();
    }
  };
  return {
    hold() {
      holders += 1;
      return () => {
        holders -= 1;
        closeIfUnused();
      };
    },
    retire() {
      isReplaced = true;
      closeIfUnused();
    },
  };
}
