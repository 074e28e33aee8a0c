import type { FileSink, Finding, ObjectFormat } from '../../model/index.ts';

/**
 * Takes the bare repositories of an archive while it streams past and writes them safely, each below the stage's
 * directory: the git stage of the room `git`, as far as loading needs to know it.
 */
export interface RepositoryStage {
  /** The sink for an entry's bytes, or undefined where git has no need of the file. */
  accept(entryName: string, sizeBytes: number): FileSink | undefined;
  /** Writes what every repository still lacks; nothing is accepted after it. */
  finish(): Promise<{
    readonly repositories: readonly StagedRepository[];
    readonly findings: readonly Finding[];
  }>;
  /** Closes a file that the archive broke off in. */
  close(): void;
}

/** A repository that lies in a folder of the stage, with a configuration of ours at most. */
export interface StagedRepository {
  /** `repositories/owner/name.git` */
  readonly archivePath: string;
  readonly repository: string;
  readonly isWiki: boolean;
  readonly objectFormat: ObjectFormat;
  readonly directory: string;
  readonly sizeBytes: number;
  readonly findings: readonly Finding[];
}

/** Makes the stage of one load; it makes its directory when it has something to put there. */
export type OpenRepositoryStage = (directory: string) => RepositoryStage;
