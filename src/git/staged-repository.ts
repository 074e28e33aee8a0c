import type { ObjectFormat } from '../model/bare-repository.ts';
import type { Finding } from '../model/findings.ts';

/** A bare repository that was extracted from an archive, with objects and refs only, under a generated name. */
export interface StagedRepository {
  /** `repositories/owner/name.git`: its path in the archive. */
  readonly archivePath: string;
  /** `owner/name`; for a wiki, the name of the repository that it belongs to. */
  readonly repository: string;
  readonly isWiki: boolean;
  /** The bare repository on disk. */
  readonly directory: string;
  readonly objectFormat: ObjectFormat;
  /** Bytes of its objects, packed and loose. */
  readonly sizeBytes: number;
  readonly packCount: number;
  readonly refCount: number;
  /** The object id in a detached HEAD. */
  readonly detachedHead: string | undefined;
  /** True if it has neither objects nor refs, like a new repository. */
  readonly isEmpty: boolean;
  /** Findings of the stage: invalid refs, packs without an index. */
  readonly findings: readonly Finding[];
}
