import { join } from 'node:path';
import { createFinding, type Finding } from '../model/findings.ts';
import type { FileSink } from '../model/records.ts';
import type { StageSink } from './file-writer.ts';
import { GIT_LIMITS, type GitLimits } from './git-limits.table.ts';
import { type RepositoryEntry, readRepositoryEntry } from './repository-entry.ts';
import { RepositoryFolder } from './repository-folder.ts';
import { type SharePlace, shareObjects } from './share-objects.ts';
import type { StagedRepository } from './staged-repository.ts';

interface GitStageOptions {
  /** A private, empty folder, which the caller removes. */
  readonly directory: string;
  readonly limits?: Partial<GitLimits>;
  /** The directories to search for git, as in `PATH`; without them, repositories share no objects. */
  readonly searchPath?: string | undefined;
}

/** Extracts the bare repositories from an archive while it is streamed, one file after another. */
export interface GitStage {
  /**
   * Returns the sink for the bytes of an entry, or undefined if git does not need the file: only HEAD, refs, packs and
   * loose objects are needed. Entry names come without `./` and the wrapper directory. Fails only on disk errors.
   */
  accept(entryName: string, sizeBytes: number): FileSink | undefined;
  /** Completes all repositories; no files are accepted afterwards. */
  finish(): Promise<StagedRepositories>;
  /** Writes a repository that shares the objects of an earlier snapshot; see `shareObjects`. Absent without git. */
  share?(staged: StagedRepository, place: SharePlace): Promise<boolean>;
  /** Closes a file that is incomplete because the archive ended inside it; for callers that do not call `finish`. */
  close(): void;
}

/** The repositories of an archive, in the order of first appearance. */
export interface StagedRepositories {
  readonly repositories: readonly StagedRepository[];
  /** Findings that concern no particular repository: limits that were exceeded. */
  readonly findings: readonly Finding[];
}

/**
 * Creates a stage that only writes inside `directory`, under generated names: `0.git`, `1.git`, and so on.
 * No name from the archive becomes part of a path.
 */
export function createGitStage({ directory, limits, searchPath }: GitStageOptions): GitStage {
  return new Stage(directory, { ...GIT_LIMITS, ...limits }, searchPath);
}

/** Approximate memory of a map entry in addition to its strings. */
const MAP_ENTRY_BYTES = 128;

class Stage implements GitStage {
  readonly #directory: string;
  readonly #limits: GitLimits;
  readonly share?: NonNullable<GitStage['share']>;
  readonly #folders = new Map<string, RepositoryFolder>();
  readonly #findings: Finding[] = [];
  #memoryBytesLeft: number;
  #openSink: StageSink | undefined;

  constructor(directory: string, limits: GitLimits, searchPath: string | undefined) {
    this.#directory = directory;
    this.#limits = limits;
    if (searchPath !== undefined) {
      this.share = (staged, place) => shareObjects({ ...place, staged, searchPath });
    }
    this.#memoryBytesLeft = limits.memoryBytes;
  }

  accept(entryName: string, sizeBytes: number): FileSink | undefined {
    this.close();
    const entry = readRepositoryEntry(entryName);
    if (entry === undefined) {
      return undefined;
    }
    // Even a file that is not extracted proves that the repository exists.
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
