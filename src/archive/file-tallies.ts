import type { ArchiveEntry, EntryClass } from './archive-event.ts';
import { gitDirectoryOf } from './entry-name.ts';

/** Files of one sort. */
export interface FileTally {
  readonly fileCount: number;
  readonly sizeBytes: number;
}

/** A bare repository in an archive. */
export interface GitDirectoryTally extends FileTally {
  /** Its path in the archive: `repositories/owner/name.git`. */
  readonly path: string;
}

/** Counts of the files that are no record files. */
export interface FileTallies {
  count(entry: ArchiveEntry): void;
  of(entryClass: EntryClass): FileTally;
  /** In order of paths. */
  gitDirectories(): readonly GitDirectoryTally[];
  /** Names of the logs that an exporter left. */
  logNames(): readonly string[];
}

/** Beyond this number, bare repositories are counted together: in hostile archives each entry may name another. */
const MAX_GIT_DIRECTORIES = 100_000;
const OTHER_GIT_DIRECTORIES = 'repositories/(others)';

/** How many logs are remembered: a writer leaves one. */
const MAX_LOGS = 10;

export function createFileTallies(): FileTallies {
  const byClass = new Map<EntryClass, FileTally>();
  const byGitDirectory = new Map<string, FileTally>();
  const logs: string[] = [];
  return {
    count(entry) {
      addTo(byClass, entry.class, entry.sizeBytes);
      if (entry.class === 'git') {
        const path = gitDirectoryOf(entry.name);
        const isCounted = byGitDirectory.has(path) || byGitDirectory.size < MAX_GIT_DIRECTORIES;
        addTo(byGitDirectory, isCounted ? path : OTHER_GIT_DIRECTORIES, entry.sizeBytes);
      } else if (entry.class === 'log' && logs.length < MAX_LOGS) {
        logs.push(entry.name);
      }
    },
    of: (entryClass) => byClass.get(entryClass) ?? NO_FILES,
    gitDirectories: () =>
      [...byGitDirectory]
        .map(([path, tally]) => ({ path, ...tally }))
        .sort((a, b) => (a.path < b.path ? -1 : 1)),
    logNames: () => [...logs],
  };
}

const NO_FILES: FileTally = { fileCount: 0, sizeBytes: 0 };

function addTo<Key>(tallies: Map<Key, FileTally>, key: Key, sizeBytes: number): void {
  const tally = tallies.get(key) ?? NO_FILES;
  tallies.set(key, { fileCount: tally.fileCount + 1, sizeBytes: tally.sizeBytes + sizeBytes });
}
