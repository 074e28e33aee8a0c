import type { ForgetReport } from '../../keeping/forget-snapshots.ts';
import type { ImportReport } from '../../keeping/import-archives.ts';
import type { PrunedFile } from '../../keeping/prune-vault.ts';
import type { RebuildReport } from '../../keeping/rebuild-store.ts';
import type { Repair } from '../../keeping/repair.ts';
import type { VaultStatus } from '../../keeping/vault-status.ts';
import type { Manifest } from '../../vault/manifest.ts';
import type { GroupRetention } from '../../vault/plan-retention.ts';
import type { RunSummary } from '../../vault/summarize-runs.ts';
import type { VaultEncryption } from '../../vault/vault.ts';
import type { VaultFinding } from '../../vault/vault-findings.table.ts';
import type {
  CheckOptions,
  DryOptions,
  ImportOptions,
  KnownArchive,
  NewerOptions,
  NewestOptions,
  PinOptions,
  RebuildOptions,
  RetentionRules,
  StatusOptions,
  VaultCallOptions,
} from './vault-options.ts';

/**
 * A vault. Reading takes no lock. Whatever changes it locks it for that call, waits for other calls of this process on the
 * same vault, and fails with `locked` if another process holds the lock.
 */
export interface Vault {
  /** The directory, or the place in object storage. */
  readonly name: string;
  /** The directory, or the working copy of a vault in object storage. */
  readonly directory: string;
  /** The path of its store, which may not exist yet. */
  readonly storePath: string;
  readonly encryption: Pick<VaultEncryption, 'recipients' | 'extent'>;
  /** What is known of each archive, by the time that it represents, the oldest first. Their files may be missing. */
  archives(options?: VaultCallOptions): Promise<readonly Manifest[]>;
  /**
   * The newest archive, of an account or of all, that is verified and whose file has its size; undefined if there is none.
   * Reads no archive.
   */
  newest(options?: NewestOptions): Promise<Manifest | undefined>;
  /**
   * Waits until `newest` finds an archive that is newer than this one, and returns it. Of two that were taken at the same
   * second, the one that was added later is newer, if `than` is the manifest of the other.
   */
  waitForNewer(than: KnownArchive | undefined, options?: NewerOptions): Promise<Manifest>;
  /**
   * Calls `work` with the path of an archive, by file name, id or `latest`, for the one that `newest` finds. The path is
   * valid until `work` ends. The archive is read before, and compared with its checksum: throws `archive-damaged`, or
   * `absent` if it is missing.
   */
  withArchive<Result>(
    name: string,
    work: (path: string) => Promise<Result>,
    options?: VaultCallOptions,
  ): Promise<Result>;
  /** All runs that changed the vault, the oldest first, and what each did. */
  runs(options?: VaultCallOptions): Promise<readonly RunSummary[]>;
  /** Whether the backups are recent and whole. Reads no archive. */
  status(options?: StatusOptions): Promise<VaultStatus>;
  /** Looks for everything that is wrong; repairs nothing. */
  check(options?: CheckOptions): AsyncGenerator<VaultFinding, void, undefined>;
  /** Repairs what can be repaired, and says what was done. */
  repair(options?: DryOptions): Promise<readonly Repair[]>;
  /** Loads the archives that the store lacks; with `isFresh`, all of them into a new store. */
  rebuild(options?: RebuildOptions): Promise<RebuildReport>;
  /** Verifies archives and adds them. */
  import(paths: readonly (string | URL)[], options?: ImportOptions): Promise<ImportReport>;
  /** Keeps archives regardless of retention rules. */
  pin(names: readonly string[], options?: PinOptions): Promise<readonly Manifest[]>;
  /** Leaves them to the retention rules again. */
  unpin(names: readonly string[], options?: VaultCallOptions): Promise<readonly Manifest[]>;
  /** Removes archives: those that no rule keeps, or those that are named. What is removed cannot be restored. */
  forget(what: RetentionRules | readonly string[], options?: DryOptions): Promise<Forgotten>;
  /** Removes the files that no snapshot needs, and what interrupted runs left. */
  prune(options?: DryOptions): Promise<readonly PrunedFile[]>;
}

/** What a removal did, or would do, and why. */
export interface Forgotten extends ForgetReport {
  readonly groups: readonly GroupRetention[];
}
