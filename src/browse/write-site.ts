import { RecentValues } from '../base/recent-values.ts';
import { type DumpPlace, writeDumpFolder } from '../dump/dump-place.ts';
import { readStoreIdentity } from '../reading/open-browsing.ts';
import { openReading } from '../reading/open-reading.ts';
import { type BrowseOptions, createBrowseApp } from './create-browse-app.ts';
import type { SiteRepository } from './site/site-scope.ts';
import { SiteWriter } from './site/site-writer.ts';
import type { SiteReport } from './site-report.ts';

export interface SiteOptions extends Omit<BrowseOptions, 'guard' | 'isSite'> {
  readonly place: Omit<DumpPlace, 'source'>;
  /** The store from which the shown one was made; by default it is that itself. */
  readonly source?: string | undefined;
  /** Called after each page with the number of written pages and of pages found through links so far. */
  readonly onPage?: ((written: number, found: number) => void) | undefined;
}

/** The repositories that are remembered: each page names its own one at each link. */
const MAX_REPOSITORIES = 100;

/**
 * Writes the pages of a reader as static files: all pages reachable through links from the home page, uploads, and a
 * title index for the search box. What an interrupted run has written of the same store is not written again. Fails with
 * `usage` if the output path is already in use.
 */
export async function writeSite(options: SiteOptions): Promise<SiteReport> {
  const reader = createBrowseApp({ ...options, isSite: true });
  const reading = openReading(options.store);
  const names = new Set(reading.repositoryNames());
  const known = new RecentValues<SiteRepository>({ maxWeight: MAX_REPOSITORIES });
  const repositoryOf = (name: string) =>
    names.has(name) ? known.getOrMake(name, () => reading.repository(name)) : undefined;
  const shown = {
    of: readStoreIdentity(options.source ?? options.store),
    isMade: options.source !== undefined,
  };
  const source = JSON.stringify({ ...shown, owners: options.owners });
  try {
    return await writeDumpFolder({ ...options.place, isShared: true, source }, (folder) =>
      new SiteWriter(folder, { ...options, repositoryOf }, reader.app).write(),
    );
  } finally {
    reading.close();
    await reader.close();
  }
}
