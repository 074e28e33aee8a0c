import { RecentValues } from '../base/recent-values.ts';
import { type DumpPlace, type NotedFolder, writeDumpFolder } from '../dump/dump-place.ts';
import { readStoreIdentity } from '../reading/open-browsing.ts';
import { openReading } from '../reading/open-reading.ts';
import { type BrowseOptions, createBrowseApp } from './create-browse-app.ts';
import type { SiteRepository } from './site/site-scope.ts';
import { SiteTally } from './site/site-tally.ts';
import { SiteWriter } from './site/site-writer.ts';
import type { SitePlan, SiteReport } from './site-report.ts';

/** What a site shows. */
export interface ShownOptions extends Omit<BrowseOptions, 'guard' | 'isSite'> {
  /** Called after each page with the number of written pages and of pages found through links so far. */
  readonly onPage?: ((written: number, found: number) => void) | undefined;
}

export interface SiteOptions extends ShownOptions {
  readonly place: Omit<DumpPlace, 'source'>;
  /** The store from which the shown one was made; by default it is that itself. */
  readonly source?: string | undefined;
}

/** Where nothing is written. */
const NOWHERE: NotedFolder = {
  notes: [],
  note: async () => undefined,
  addFolder: async () => undefined,
  async addFile(_, fill) {
    let sizeBytes = 0;
    await fill({
      async write(content) {
        sizeBytes += Buffer.byteLength(content);
      },
    });
    return sizeBytes;
  },
};

/** What writing took on the disk of a virtual machine: creating and syncing a file, and each of its megabytes. */
const MS_PER_FILE = 1;
const MS_PER_MB = 5;

/** The repositories that are remembered: each page names its own one at each link. */
const MAX_REPOSITORIES = 100;

/**
 * Writes the pages of a reader as static files: all pages reachable through links from the home page, uploads, and a
 * title index for the search box. What an interrupted run has written of the same store is not written again. Fails with
 * `exists` if the output path is already in use.
 */
export async function writeSite(options: SiteOptions): Promise<SiteReport> {
  const shown = {
    of: readStoreIdentity(options.source ?? options.store),
    isMade: options.source !== undefined,
  };
  const source = JSON.stringify({ ...shown, owners: options.owners });
  return await withWriter(options, (write) =>
    writeDumpFolder({ ...options.place, isShared: true, source }, (folder) => write(folder)),
  );
}

/** Counts what `writeSite` would write, by making all pages: only so is it known what they link to. */
export async function planSite(options: ShownOptions): Promise<SitePlan> {
  const tally = new SiteTally();
  const startedMs = options.clock.now();
  const report = await withWriter(options, (write) => write(NOWHERE, tally));
  const makingMs = options.clock.now() - startedMs;
  const kinds = tally.kinds();
  const sizeBytes = kinds.reduce((sum, kind) => sum + kind.sizeBytes, 0);
  const fileCount = kinds.reduce((sum, { count }) => sum + count, 0);
  const writingMs = fileCount * MS_PER_FILE + (sizeBytes / 1e6) * MS_PER_MB;
  return { ...report, sizeBytes, kinds, makingMs, estimatedMs: Math.round(makingMs + writingMs) };
}

type Write = (folder: NotedFolder, tally?: SiteTally) => Promise<SiteReport>;

async function withWriter<Result>(
  options: ShownOptions,
  use: (write: Write) => Promise<Result>,
): Promise<Result> {
  const reader = createBrowseApp({ ...options, isSite: true });
  const reading = openReading(options.store);
  const names = new Set(reading.repositoryNames());
  const known = new RecentValues<SiteRepository>({ maxWeight: MAX_REPOSITORIES });
  const repositoryOf = (name: string) =>
    names.has(name) ? known.getOrMake(name, () => reading.repository(name)) : undefined;
  try {
    return await use((folder, tally) =>
      new SiteWriter(folder, { ...options, repositoryOf, tally }, reader.app).write(),
    );
  } finally {
    reading.close();
    await reader.close();
  }
}
