import { type Clock, createRecentValues } from '../../base/index.ts';
import { READING_LIMITS } from '../git-limits.table.ts';
import { createGate } from './ask-git.ts';
import { type GitRepository, openRepository } from './open-repository.ts';

/** The repositories that people read, opened when they are asked for. */
export interface GitLibrary {
  /** The bare repository in a directory. */
  open(directory: string): GitRepository;
  close(): void;
}

export interface GitLibraryOptions {
  /** Where the program git is looked for: directories as in `PATH`. */
  readonly searchPath: string;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
  /** How long one run of git may take; ten seconds unless given. */
  readonly runMs?: number | undefined;
}

/** Creates a library that keeps few repositories open and lets few runs of git be under way at once. */
export function createGitLibrary(options: GitLibraryOptions): GitLibrary {
  const gate = createGate(READING_LIMITS.runs);
  const opened = createRecentValues<GitRepository>({
    maxWeight: READING_LIMITS.openProcesses,
    onForget: (repository) => repository.rest(),
  });
  return {
    open(directory) {
      const known = opened.get(directory);
      const repository = known ?? openRepository({ ...options, directory, gate });
      if (known === undefined) {
        opened.set(directory, repository);
      }
      return repository;
    },
    close() {
      for (const repository of opened.values()) {
        repository.close();
      }
    },
  };
}
