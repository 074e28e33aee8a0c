import type { Clock } from '../base/clock.ts';
import type { Random } from '../base/random.ts';
import type { Environment } from '../base/user-directories.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import type { EncryptionWish } from '../vault/encryption-wish.ts';
import type { Marker } from '../vault/marker.ts';

/**
 * What becomes of a published store that is damaged or missing: a check leaves it, and reports it; a rebuild takes it if
 * there is no other, for what can be read of it. If undefined, it is a failure.
 */
export type DamagedStore = 'left' | 'taken';

export interface OpenVaultAtOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly signal: AbortSignal;
  readonly env: Environment;
  /** Creates the vault if there is none. */
  readonly create?: boolean | undefined;
  /**
   * Opens a vault in object storage for a backup: with a working copy that no other process uses, and locks that wait
   * for others. The vault must be locked next.
   */
  readonly isForBackup?: boolean | undefined;
  /** If false, the store of a vault in object storage is not fetched, as it may be large. Default: true. */
  readonly needsStore?: boolean | undefined;
  /** Called with a sentence about the holder of a lock that is waited for. */
  readonly onWait?: ((message: string) => void) | undefined;
  /** Also opens a vault in a directory whose marker is damaged. */
  readonly isRepair?: boolean | undefined;
  /** Also opens a vault in object storage whose published store is damaged or missing. */
  readonly onDamagedStore?: DamagedStore | undefined;
  /** The recipients of a vault that is made now. Those of an existing one are in its marker, and these must be the same. */
  readonly encryption?: EncryptionWish | undefined;
  /** Files with the keys that decrypt a vault in object storage. Default: `SATCHEL_IDENTITY_FILE`. */
  readonly identityFiles?: readonly string[] | undefined;
}

/** The objects of a vault in object storage, as they are without encryption. */
export interface VaultObjects {
  /** Requests end with the signal. */
  readonly objects: ObjectStore;
  /** The same objects; requests do not end with the signal. */
  readonly unstoppable: ObjectStore;
  readonly marker: Marker;
  readonly isNew: boolean;
  /** The number of keys that each object which was read is encrypted for, by name, if the marker says another one. */
  readonly oddKeys: ReadonlyMap<string, number>;
}
