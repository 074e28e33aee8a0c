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
import { type ManifestShelf, readManifests, sealManifest } from './manifest/read-manifests.ts';
import {
  createVault,
  isVaultByContents,
  markerFailure,
  readMarker,
  strayMarkerFailure,
  writeMarker,
} from './vault-marker.ts';

/** A directory that keeps archives, their manifests and the store. */
export interface Vault {
  readonly directory: string;
  /** Where the vault's store lies, whether or not it exists yet. */
  readonly storePath: string;
  readonly disk: Disk;
  /** False where the file that makes the directory a vault is damaged or gone. */
  readonly hasMarker: boolean;
  /** Writes that file anew. */
  writeMarker(): Promise<void>;
  /** The final path of an archive by its file name. */
  archivePath(name: string): string;
  /** Writes the manifest of an archive that has its final name, also over an older one; gives the manifest's path. */
  addManifest(manifest: Manifest): Promise<string>;
  /** All manifests in order of the points in time that their archives stand for; damaged ones are passed over. */
  manifests(): Promise<readonly Manifest[]>;
  /** All manifests, and what is wrong with the others. */
  shelf(): Promise<ManifestShelf>;
  /** Takes an archive and its manifest out. The vault must be locked, and whoever asks has made sure that it may go. */
  forget(archive: string): Promise<void>;
  /** What runs did and were about to do. */
  readonly journal: {
    read(): Promise<JournalContent>;
    /** Opens it for this run, which holds the lock. */
    open(run: string): Promise<RunJournal>;
    /** Puts these lines in its place, whole. */
    rewrite(lines: readonly JournalLine[]): Promise<void>;
  };
  /**
   * Takes the vault for this process, or fails with `locked`; call the answer to give it back. What an interrupted run
   * began to forget is gone by then. Should another process take the lock over, every later write through `disk` fails.
   */
  lock(command: string): Promise<() => Promise<void>>;
  /** Fails with `locked` where this process had the lock and lost it: for changes that do not go through `disk`. */
  requireHeld(): void;
}

interface VaultOptions {
  readonly clock: Clock;
  /** Makes the directory a vault where it is none yet; it must be empty or absent. */
  readonly create?: boolean;
  /** Opens a vault whose marker is damaged or gone as well, as its contents tell it. */
  readonly isRepair?: boolean;
  /** Where files are written (default: the system's). */
  readonly disk?: Disk;
}

/**
 * Opens the vault in `directory`. Fails with `absent` where there is none and `create` is not set, and with
 * `vault-damaged` where there is one without its marker.
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
    throw strayMarkerFailure(directory, marker);
  } else if (marker === 'absent') {
    requireDirectory(root, directory, options);
    if (options.create !== true) {
      throw new Failure('absent', `Cannot open the vault "${directory}": there is none`, {
        hint: 'Make one with "satchel backup --vault DIR" or "satchel vault import --vault DIR FILE"',
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
    shelf: async () => await readManifests(paths.manifests),
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

/** A download that the next backup goes on with: it is known by the number of its migration. */
const RESUMABLE = /-\d+\.tar\.gz\.part(?:\.json)?$/;

/** A path that leads over a file can be no vault. */
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
 * Removes what killed runs were writing in a vault, which must be locked: nobody goes on with it. Downloads stay, as only
 * the journal knows which of them are of use.
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

/** Keeps an archive whatever the rules of retention say, or ends that. The vault must be locked. */
export async function setPin(vault: Vault, manifest: Manifest, pin: Pin | undefined): Promise<void> {
  const { pin: _former, ...rest } = manifest;
  await vault.addManifest(pin === undefined ? rest : { ...rest, pin });
}
