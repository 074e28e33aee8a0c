import { basename } from 'node:path';
import type { ArchiveSource } from '../archive/archive-source.ts';
import type { ReadArchiveOptions } from '../archive/read-archive.ts';
import { definedMembers } from '../base/json.ts';
import { formatTimestamp } from '../base/timestamps.ts';
import { createGitStage } from '../git/git-stage.ts';
import type { ArchiveFacts, VerifiedLoad } from '../load/load-archive.ts';
import type { LoadSourceOptions } from '../load/load-archive-source.ts';
import { waitForStore } from '../store/store-lock.ts';
import type { VaultArchive } from './archive-files.ts';
import { type AppContext, noteTo } from './context.ts';
import { foldersOf } from './folders-of-store.ts';
import { loadListeners } from './load-progress.ts';

interface LoadIntoOptions
  extends Pick<
    LoadSourceOptions,
    'sources' | 'dbPath' | 'archive' | 'limits' | 'splitter' | 'hasSearch' | 'isSalvage' | 'command'
  > {
  /** Whether repositories are kept next to the store, as other files are. */
  readonly hasGit: boolean;
  readonly watch?: Pick<LoadSourceOptions, 'onCounts' | 'onProgress' | 'onRead' | 'early'>;
}

/** Loads an archive, or the parts of one export, into a store, with its files next to it, and reports the progress. */
export async function loadIntoStore(
  { hasGit, watch, ...options }: LoadIntoOptions,
  { env, clock, signal, onReport }: AppContext,
): Promise<VerifiedLoad> {
  const { loadArchiveSource } = await import('../load/load-archive-source.ts');
  const listeners = loadListeners(options.sources, { clock, ...definedMembers({ onReport }) });
  const folders = await foldersOf(options.dbPath, { clock });
  const openRepositoryStage = (directory: string) => createGitStage({ directory, searchPath: env['PATH'] });
  return await loadArchiveSource({
    ...options,
    files: { folders, openRepositoryStage: hasGit ? openRepositoryStage : undefined },
    clock,
    signal,
    extent: 'records',
    lockWait: waitForStore(signal, noteTo(onReport)),
    onRecords: listeners.onRecords,
    ...definedMembers({ onCounts: watch?.onCounts, early: watch?.early }),
    onProgress(doneBytes) {
      listeners.onProgress(doneBytes);
      watch?.onProgress?.(doneBytes);
    },
    onRead() {
      listeners.onRead();
      watch?.onRead?.();
    },
  });
}

/** Archives, with what vaults know about those that are stored in one. */
export type KnownArchives = ReadonlyMap<ArchiveSource, VaultArchive | undefined>;

interface SnapshotOptions extends Pick<ReadArchiveOptions, 'limits'> {
  /** The archives are parts of one export. */
  readonly isTogether: boolean;
}

/** Groups archives by snapshot, the oldest first. */
export async function groupBySnapshot(
  known: KnownArchives,
  { isTogether, limits }: SnapshotOptions,
  { clock, signal }: AppContext,
): Promise<readonly (readonly ArchiveSource[])[]> {
  const sources = [...known.keys()];
  if (isTogether) {
    return [sources];
  }
  const { sortByAge } = await import('../load/sort-by-age.ts');
  const sorted = await sortByAge(sources, {
    limits,
    nowMs: clock.now(),
    signal,
    knownAgeMs: (source) => Date.parse(known.get(source)?.takenAt ?? '') || undefined,
  });
  return sorted.map((source) => [source]);
}

export interface ArchiveClaims {
  readonly takenAt?: number | undefined;
  readonly asHistory?: boolean | undefined;
  readonly complete?: boolean | undefined;
}

/** A single archive gets the facts from its vault. The parts of one export have separate facts, so none apply. */
export function archiveFactsOf(
  snapshot: readonly ArchiveSource[],
  known: KnownArchives,
  { takenAt, asHistory, complete }: ArchiveClaims,
): ArchiveFacts {
  const [first, ...others] = snapshot;
  const vault = first === undefined || others.length > 0 ? undefined : known.get(first);
  return {
    name: snapshot.map((source) => basename(source.name)).join(', '),
    ...definedMembers({
      takenAt: takenAt === undefined ? vault?.takenAt : formatTimestamp(takenAt),
      migrationId: vault?.migrationId,
      scope: vault?.scope,
      order: asHistory === true ? ('history' as const) : undefined,
      claim: complete === true ? ('account' as const) : undefined,
    }),
  };
}
