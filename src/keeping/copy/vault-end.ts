import type { RepositoryFile } from '../../load/repository-files.ts';
import type { JournalLine } from '../../model/journal.ts';
import type { DigestFolder } from '../../store/file-folders.ts';
import type { Manifest } from '../../vault/manifest.ts';
import type { ManifestList } from '../../vault/read-manifests.ts';
import type { VaultEncryption } from '../../vault/vault.ts';

/** Items that are copied at a time: most of the time passes waiting for a server. */
export const AT_ONCE = 8;

/** A kept repository: bare, without configuration. */
export interface CopiedRepository {
  readonly files: readonly RepositoryFile[];
  open(file: RepositoryFile): Promise<AsyncIterable<Uint8Array>>;
}

/** The store of a vault at one moment. */
export interface CopiedStore {
  readonly sizeBytes: number;
  readonly sha256: string;
  /** Identifies each snapshot that it contains. */
  readonly snapshots: readonly string[];
  /** In its header, if it is a file on this machine. */
  readonly changeCounter?: number | undefined;
  open(): Promise<AsyncIterable<Uint8Array>>;
}

/** Whether a store has all snapshots of another one. */
export function hasAllOf(
  store: Pick<CopiedStore, 'snapshots'>,
  other: Pick<CopiedStore, 'snapshots'>,
): boolean {
  const names = new Set(store.snapshots);
  return other.snapshots.every((snapshot) => names.has(snapshot));
}

/** A file that is named by its digest. */
export interface DigestFile {
  readonly of: DigestFolder;
  readonly sha256: string;
  readonly sizeBytes: number;
}

/** Where attachments and repositories are copied from. */
export interface FilesSource {
  /** For messages. */
  readonly name: string;
  /** Digests and sizes of attachments and release assets, or of files in Git LFS. */
  blobs(of: DigestFolder): Promise<ReadonlyMap<string, number>>;
  openBlob(sha256: string, of: DigestFolder): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** Names of the folders of kept repositories, which are derived from their content. */
  repositories(): Promise<ReadonlySet<string>>;
  openRepository(folder: string): Promise<CopiedRepository | undefined>;
}

/** Where attachments and repositories are copied to. */
export interface FilesTarget {
  blobs(of: DigestFolder): Promise<ReadonlySet<string>>;
  writeBlob(file: DigestFile, content: AsyncIterable<Uint8Array>): Promise<void>;
  repositories(): Promise<ReadonlySet<string>>;
  writeRepository(folder: string, repository: CopiedRepository): Promise<void>;
}

/** The vault that is copied. What it no longer has when it is opened is `undefined`. */
export interface CopySource extends FilesSource {
  /** For whom it is encrypted, by its marker. */
  readonly recipients: readonly string[];
  manifests(): Promise<ManifestList>;
  openArchive(archive: string): Promise<AsyncIterable<Uint8Array> | undefined>;
  store(): Promise<CopiedStore | undefined>;
  journal(): Promise<readonly JournalLine[]>;
  close(): Promise<void>;
}

/** The vault that is copied to. Each write is durable, and nothing half-written is ever visible. */
export interface CopyTarget extends FilesTarget {
  readonly name: string;
  /** The archives that it has completely, by file name; undefined for manifests that cannot be read without a key. */
  archives(): Promise<ReadonlyMap<string, Manifest | undefined>>;
  /** True if it was made for this copy. */
  readonly isNew: boolean;
  readonly encryption: VaultEncryption;
  writeArchive(
    archive: string,
    content: AsyncIterable<Uint8Array>,
    sizeBytes: number | undefined,
  ): Promise<void>;
  /** Writes the manifest of an archive that is there. */
  writeManifest(manifest: Manifest): Promise<void>;
  /** The digest and the snapshots of its store; undefined if it has none. */
  store(): Promise<Pick<CopiedStore, 'sha256' | 'snapshots'> | undefined>;
  /**
   * Replaces its store, of which it keeps what was captured. Returns false if its store is no longer the one with the digest
   * `replaced`, and has got snapshots that the new one lacks.
   */
  writeStore(store: CopiedStore, replaced: string | undefined): Promise<boolean>;
  /** Adds the lines of runs that it does not have, and completes the copy. */
  finish(lines: readonly JournalLine[]): Promise<void>;
  /** Ends the copy, successful or not. */
  close(): Promise<void>;
}
