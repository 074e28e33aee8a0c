import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import {
  acquireLock,
  type Clock,
  createFencedDisk,
  createSystemDisk,
  type Disk,
  describeFileInTheWay,
  Failure,
  isWholeFilePart,
  type Lock,
  writeWholeFile,
} from '../base/index.ts';
import type { JournalLine } from '../model/index.ts';
import { finishForgetting, forgetArchive } from './forget/forgetting.ts';
import {
  type JournalContent,
  openJournal,
  type RunJournal,
  readJournal,
  rewriteJournal,
} from './journal/journal.ts';
import { manifestNameOf, pathsIn, type VaultPaths } from './layout.ts';
import type { Manifest, Pin } from './manifest/manifest.ts';
import { type ManifestList, readManifests, sealManifest } from './manifest/read-manifests.ts';
import {
  createVault,
  isVaultByContents,
  markerFailure,
  orphanMarkerFailure,
  readMarker,
  writeMarker,
} from './vault-marker.ts';

/** A directory with archives, their manifests and the store. */
export interface Vault {
  readonly directory: string;
  /** Path of the vault's store, which may not exist yet. */
  readonly storePath: string;
  readonly disk: Disk;
  /** False if the file that marks the directory as a vault is damaged or missing. */
  readonly hasMarker: boolean;
  /** Rewrites that file. */
  writeMarker(): Promise<void>;
  /** The final path of an archive by its file name. */
  archivePath(name: string): string;
  /** Writes the manifest of an archive that has its final name, replacing an older one; returns the manifest's path. */
  addManifest(manifest: Manifest): Promise<string>;
  /** All manifests, ordered by the time that their archives represent; damaged ones are omitted. */
  manifests(): Promise<readonly Manifest[]>;
  /** All manifests, with the faults of damaged ones. */
  listManifests(): Promise<ManifestList>;
  /**
   * Removes an archive and its manifest. The vault must be locked, and the caller must have checked that the archive
   * may be removed.
   */
  forget(archive: string): Promise<void>;
  /** What runs intended to do and what they did. */
  readonly journal: {
    read(): Promise<JournalContent>;
    /** Opens it for this run, which must hold the lock. */
    open(run: string): Promise<RunJournal>;
    /** Replaces its content atomically. */
    rewrite(lines: readonly JournalLine[]): Promise<void>;
  };
  /**
   * Locks the vault for this process, or fails with `locked`; the returned function releases it. Interrupted removals
   * are completed first. If another process takes over the lock, every later write through `disk` fails.
   */
  lock(command: string): Promise<() => Promise<void>>;
  /** Fails with `locked` if this process has lost the lock: for changes that do not go through `disk`. */
  requireHeld(): void;
}

interface VaultOptions {
  readonly clock: Clock;
  /** Creates the vault if the directory is empty or absent. */
  readonly create?: boolean;
  /** Also opens a vault whose marker is damaged or missing, if its content shows that it is one. */
  readonly isRepair?: boolean;
  /** The disk to write to; the default is the system's. */
  readonly disk?: Disk;
}

/**
 * Opens the vault in `directory`. Fails with `absent` if there is none and `create` is not set, and with
 * `vault-damaged` if its marker is invalid or missing.
 */
export async function openVault(directory: string, options: VaultOptions): Promise<Vault> {
  const { clock } = options;
  let lock: Lock | undefined;
  const requireHeld = () => lock?.requireHeld();
  const disk = createFencedDisk(options.disk ?? createSystemDisk(), requireHeld);
  const root = resolve(directory);
  const marker = await readMarker(root);
  const isMarkerLost = marker !== 'whole' && (await isVaultByContents(root, marker));
  if (isMarkerLost) {
    if (options.isRepair !== true) {
      throw markerFailure(directory, marker);
    }
  } else if (marker === 'damaged' || marker === 'unknown-version') {
    throw orphanMarkerFailure(directory, marker);
  } else if (marker === 'absent') {
    requireDirectory(root, directory, options);
    if (options.create !== true) {
      throw new Failure('absent', `Cannot open the vault "${directory}": it does not exist`, {
        hint: 'Create one with "satchel backup --vault DIR" or "satchel vault import --vault DIR FILE"',
      });
    }
    await createVault(root, directory, disk);
  }
  const paths = pathsIn(root);
  return {
    directory: root,
    storePath: paths.store,
    disk,
    hasMarker: !isMarkerLost,
    writeMarker: async () => await writeMarker(root, disk),
    requireHeld,
    archivePath: (name) => join(paths.archives, name),
    async addManifest(manifest) {
      const path = join(paths.manifests, manifestNameOf(manifest.archive));
      await writeWholeFile(path, sealManifest(manifest), disk);
      return path;
    },
    manifests: async () => (await readManifests(paths.manifests)).manifests,
    listManifests: async () => await readManifests(paths.manifests),
    forget: async (archive) => await forgetArchive(archive, paths, disk),
    journal: {
      read: async () => await readJournal(paths.journal),
      open: async (run) => await openJournal({ path: paths.journal, run, clock, disk }),
      rewrite: async (lines) => await rewriteJournal(paths.journal, lines, disk),
    },
    async lock(command) {
      const startedAt = new Date(clock.now()).toISOString();
      const taken = await acquireLock(paths.lock, { command, startedAt });
      lock = taken;
      const release = async () => {
        lock = undefined;
        await taken.release();
      };
      try {
        await finishForgetting(paths, disk);
        await sweepParts(root, paths, disk);
        return release;
      } catch (error) {
        await release();
        throw error;
      }
    },
  };
}

/** A download that the next backup resumes, identified by the id of its migration. */
const RESUMABLE = /-\d+\.tar\.gz\.part(?:\.json)?$/;

/** Fails if a file occupies the place of a directory on the path. */
function requireDirectory(root: string, directory: string, { create }: VaultOptions): void {
  const file = describeFileInTheWay(root);
  if (file !== undefined) {
    const [code, action] = create === true ? (['usage', 'make'] as const) : (['absent', 'open'] as const);
    throw new Failure(code, `Cannot ${action} the vault "${directory}": ${file}`, {
      hint: `Name ${create === true ? 'an empty or new directory' : 'the directory of a vault'} with --vault`,
    });
  }
}

/**
 * Removes the temporary files of killed runs in a vault, which must be locked. Downloads remain, because only the
 * journal shows which of them are of use.
 */
async function sweepParts(root: string, paths: VaultPaths, disk: Disk): Promise<void> {
  for (const directory of [root, paths.archives, paths.manifests]) {
    for (const name of await readdir(directory).catch(() => [])) {
      const isHalfArchive = directory === paths.archives && name.endsWith('.part') && !RESUMABLE.test(name);
      if (isWholeFilePart(name) || isHalfArchive) {
        await disk.remove(join(directory, name));
      }
    }
  }
}

/** Pins an archive, which exempts it from the retention rules, or removes the pin. The vault must be locked. */
export async function setPin(vault: Vault, manifest: Manifest, pin: Pin | undefined): Promise<void> {
  const { pin: _former, ...rest } = manifest;
  await vault.addManifest(pin === undefined ? rest : { ...rest, pin });
}
