import type { Finding, ObjectFormat } from '../model/index.ts';

/** A bare repository of an archive, written under a generated name with nothing in it but objects and refs. */
export interface StagedRepository {
  /** `repositories/owner/name.git`: where it lies in the archive. */
  readonly archivePath: string;
  /** `owner/name`; of a wiki the name of the repository that it belongs to. */
  readonly repository: string;
  readonly isWiki: boolean;
  /** The bare repository on disk. */
  readonly directory: string;
  readonly objectFormat: ObjectFormat;
  /** Bytes of its objects, packed and loose. */
  readonly sizeBytes: number;
  readonly packCount: number;
  readonly refCount: number;
  /** The object that HEAD names itself, where it leads to no branch. */
  readonly detachedHead: string | undefined;
  /** True where it has neither objects nor refs, as one to which nobody has pushed. */
  readonly isEmpty: boolean;
  /** What was found while it was written: refs that cannot be read, packs without their index. */
  readonly findings: readonly Finding[];
}
