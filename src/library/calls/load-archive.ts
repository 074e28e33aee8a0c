import { resolve } from 'node:path';
import { archiveFactsOf, loadIntoStore } from '../../app/load-into-store.ts';
import type { VerifiedLoad } from '../../load/load-archive.ts';
import { Failure } from '../../model/failure.ts';
import { momentOf, pathOf, requireOptions } from './check-arguments.ts';
import { type ArchiveInput, KEYS, type KeyOptions, openArchive } from './read-archive.ts';
import type { LoadEvent } from './reported-events.ts';
import { REPORTS, type ReportOptions, reportFor } from './reports.ts';
import { DATE, FLAG, PATH, type ShapesOf } from './shapes.ts';
import { SURROUNDINGS, type Surroundings, withDefaults } from './surroundings.ts';

/** Where to load an archive, and what is known of it. */
export interface LoadOptions extends Surroundings, KeyOptions, ReportOptions<LoadEvent> {
  /** The path of the store, which is created if it is absent. */
  readonly store: string | URL;
  /** When the archive was taken; default: the time of its newest file. */
  readonly takenAt?: Date | string | undefined;
  /** Whether it may be older than what the store has; default: it is refused then (`out-of-order`). */
  readonly isHistory?: boolean | undefined;
  /** Whether it has all repositories of the account, so that others have vanished; default: only what was asked for. */
  readonly isComplete?: boolean | undefined;
  /** Loads what can be read of a damaged archive. */
  readonly isSalvage?: boolean | undefined;
  /** False keeps no repositories next to the store. */
  readonly keepsGit?: boolean | undefined;
  /** False leaves the search index empty. */
  readonly hasSearch?: boolean | undefined;
}

const LOADING: ShapesOf<LoadOptions> = {
  ...SURROUNDINGS,
  ...KEYS,
  ...REPORTS,
  store: PATH,
  takenAt: DATE,
  isHistory: FLAG,
  isComplete: FLAG,
  isSalvage: FLAG,
  keepsGit: FLAG,
  hasSearch: FLAG,
};

/** What was loaded, and what is wrong with the archive. */
export type LoadedArchive = VerifiedLoad;

/**
 * Verifies an archive, or the parts of one export, and loads it into a store as a new snapshot, all or nothing; its files
 * and repositories are kept next to the store. Invalid records are kept apart, and are findings.
 *
 * Throws a `Failure`: `archive-damaged`, `out-of-order`, `locked`, `disk-full`, and what `openArchive` throws.
 *
 * @example
 * const { load, verification } = await loadArchive('work.tar.gz', { store: 'work.db' });
 */
export async function loadArchive(
  from: ArchiveInput | readonly ArchiveInput[],
  options: LoadOptions,
): Promise<LoadedArchive> {
  requireOptions('load the archive', options, { known: LOADING, required: ['store'] });
  const store = pathOf('load into the store', options.store);
  const { identityFiles } = options;
  const { takenAt, isHistory, isComplete, isSalvage = false, keepsGit = true, hasSearch } = options;
  const takenAtMs = momentOf(takenAt);
  const inputs = Array.isArray(from) ? (from as readonly ArchiveInput[]) : [from as ArchiveInput];
  if (inputs.length === 0) {
    throw new Failure('usage', 'Cannot load the archive: its list of parts is empty', {
      hint: 'Give one archive, or all parts of one export',
    });
  }
  const { signal } = options;
  const sources = await Promise.all(inputs.map((input) => openArchive(input, { identityFiles, signal })));
  return await loadIntoStore(
    {
      sources,
      dbPath: resolve(store),
      archive: archiveFactsOf(sources, new Map(), {
        takenAt: takenAtMs,
        asHistory: isHistory,
        complete: isComplete,
      }),
      hasGit: keepsGit,
      hasSearch,
      isSalvage,
    },
    { ...withDefaults(options), ...reportFor(options) },
  );
}
