import { join } from 'node:path';
import { createFinding, type FileSink, type Finding } from '../model/index.ts';
import type { StageSink } from './file-writer.ts';
import { GIT_LIMITS, type GitLimits } from './git-limits.table.ts';
import { type RepositoryEntry, readRepositoryEntry } from './repository-entry.ts';
import { RepositoryFolder } from './repository-folder.ts';
import type { StagedRepository } from './staged-repository.ts';

interface GitStageOptions {
  /** A private, empty folder; whoever made it removes it. */
  readonly directory: string;
  readonly limits?: Partial<GitLimits>;
}

/** Receives the bare repositories of an archive while it streams past, one file after the other. */
export interface GitStage {
  /**
   * The sink for an entry's bytes, or undefined where git has no need of the file: everything but HEAD, refs, packs and
   * loose objects. Names are those of entries without `./` and wrapper directory. Fails only where the disk does.
   */
  accept(entryName: string, sizeBytes: number): FileSink | undefined;
  /** Writes what every repository still lacks; nothing is accepted after it. */
  finish(): Promise<StagedRepositories>;
  /** Closes a file that the archive broke off in; for those who leave without `finish`. */
  close(): void;
}

/** The repositories of an archive, in the order of first appearance. */
export interface StagedRepositories {
  readonly repositories: readonly StagedRepository[];
  /** What concerns no single repository: limits that were crossed. */
  readonly findings: readonly Finding[];
}

/**
 * Creates a stage that writes below `directory` only, under names of its own: `0.git`, `1.git`, and so on.
 * No name of the archive is joined to the file system.
 */
export function createGitStage({ directory, limits }: GitStageOptions): GitStage {
  return new Stage(directory, { ...GIT_LIMITS, ...limits });
}

/** What an entry of a map costs beside its texts, roughly. */
const MAP_ENTRY_BYTES = 128;

class Stage implements GitStage {
  readonly #directory: string;
  readonly #limits: GitLimits;
  readonly #folders = new Map<string, RepositoryFolder>();
  readonly #findings: Finding[] = [];
  #memoryBytesLeft: number;
  #openSink: StageSink | undefined;

  constructor(directory: string, limits: GitLimits) {
    this.#directory = directory;
    this.#limits = limits;
    this.#memoryBytesLeft = limits.memoryBytes;
  }

  accept(entryName: string, sizeBytes: number): FileSink | undefined {
    this.close();
    const entry = readRepositoryEntry(entryName);
    if (entry === undefined) {
      return undefined;
    }
    // A file that is not kept still tells that the repository is there.
    const folder = this.#folderOf(entry);
    this.#openSink = entry.file === undefined ? undefined : folder?.open(entry.file, sizeBytes);
    return this.#openSink;
  }

  async finish(): Promise<StagedRepositories> {
    this.close();
    const repositories: StagedRepository[] = [];
    for (const folder of this.#folders.values()) {
      repositories.push(await folder.finish());
    }
    return { repositories, findings: [...this.#findings] };
  }

  close(): void {
    this.#openSink?.abandon();
    this.#openSink = undefined;
  }

  #folderOf(entry: RepositoryEntry): RepositoryFolder | undefined {
    const known = this.#folders.get(entry.archivePath);
    if (known !== undefined) {
      return known;
    }
    if (this.#folders.size >= this.#limits.repositories) {
      this.#reportTooMany();
      return undefined;
    }
    const folder = new RepositoryFolder({
      entry,
      directory: join(this.#directory, `${this.#folders.size}.git`),
      limits: this.#limits,
      takeMemory: (sizeBytes) => this.#takeMemory(sizeBytes),
    });
    this.#folders.set(entry.archivePath, folder);
    return folder;
  }

  #takeMemory(sizeBytes: number): boolean {
    const neededBytes = sizeBytes + MAP_ENTRY_BYTES;
    if (neededBytes > this.#memoryBytesLeft) {
      return false;
    }
    this.#memoryBytesLeft -= neededBytes;
    return true;
  }

  #reportTooMany(): void {
    if (this.#findings.length === 0) {
      const message = `Git data was not read beyond the limit of ${this.#limits.repositories} repositories`;
      this.#findings.push(createFinding('limit-exceeded', message));
    }
  }
}
