import { lstatSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Clock } from '../base/clock.ts';
import { createFencedDisk, createSystemDisk, type Disk } from '../base/disk.ts';
import { listFolder, sizeOfFile } from '../base/file-failure.ts';
import { acquireLock, type Lock } from '../base/lock.ts';
import { plainStats, requireNoLink } from '../base/plain-path.ts';
import { isWholeFilePart, writeWholeFile } from '../base/whole-file.ts';
import { Failure } from '../model/failure.ts';
import type { JournalLine } from '../model/journal.ts';
import { requireSameRecipients } from './encryption-wish.ts';
import { finishForgetting, forgetArchive } from './forget/forgetting.ts';
import {
  type JournalContent,
  openJournal,
  type RewriteOptions,
  type RunJournal,
  readJournal,
  rewriteJournal,
} from './journal.ts';
import { manifestNameOf, pathsIn, VAULT_LAYOUT, type VaultPaths } from './layout.ts';
import type { Manifest, Pin } from './manifest.ts';
import { writeMarker } from './marker/directory-marker.ts';
import { type OpenMarkerOptions, openMarker } from './marker/open-marker.ts';
import { type KnownManifests, type ManifestList, readManifests, sealManifest } from './read-manifests.ts';

/** A directory with archives, their manifests and the store, or the working copy of such a vault elsewhere. */
export interface Vault {
  /** For messages: the directory, or the place of which it is the working copy. */
  readonly name: string;
  readonly directory: string;
  /** Path of the vault's store, which may not exist yet. */
  readonly storePath: string;
  readonly disk: Disk;
  /** False if the file that marks the directory as a vault is damaged or missing. */
  readonly hasMarker: boolean;
  /** Rewrites that file. */
  writeMarker(): Promise<void>;
  /** True if the vault was made when it was opened. */
  readonly isNew: boolean;
  readonly encryption: VaultEncryption;
  /** The path at which a new archive is written, by its file name. */
  archivePath(name: string): string;
  /** Where people find an archive. */
  archivePlace(name: string): string;
  /** The size of an archive in bytes; undefined if it is absent. */
  archiveSize(name: string): Promise<number | undefined>;
  /** The names of all files in the folder of archives. */
  archiveNames(): Promise<readonly string[]>;
  /**
   * Calls `work` with the paths of archives for reading; they are valid until it ends. There is no file at the path of an
   * absent archive.
   */
  withArchives<Result>(
    names: readonly string[],
    work: (paths: readonly string[]) => Promise<Result>,
  ): Promise<Result>;
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
    rewrite(lines: readonly JournalLine[], options?: Pick<RewriteOptions, 'damage'>): Promise<void>;
  };
  /**
   * Locks the vault for this process, or fails with `locked`; the returned function releases it. Interrupted removals
   * are completed first. If another process takes over the lock, every later write through `disk` fails. Fails with
   * `file-system` if a link is in the place of a file or folder of the vault.
   */
  lock(command: string): Promise<() => Promise<void>>;
  /** Fails with `locked` if this process has lost the lock: for changes that do not go through `disk`. */
  requireHeld(): void;
  /** Where the vault is, if the directory is only a working copy. */
  readonly origin?: VaultOrigin | undefined;
}

/** For whom a vault is encrypted, as its marker says. */
export interface VaultEncryption {
  /** Public keys of age; none if the vault is not encrypted. */
  readonly recipients: readonly string[];
  /** In a directory only archives are encrypted, in object storage everything is. */
  readonly extent: 'archives' | 'everything';
  /**
   * Public keys that an archive is encrypted for before it is added: none if a person declined that, or if object storage
   * does it to everything.
   */
  readonly ofNewArchives: readonly string[];
  /** That the recipients are others than in the last run on this machine, as a sentence without a final period. */
  readonly change?: string | undefined;
}

/** Attachments, release assets and repositories of a store. */
export interface KeptNames {
  /** Sizes in bytes by digest. */
  readonly blobs: ReadonlyMap<string, number>;
  /** Names of folders. */
  readonly repositories: ReadonlySet<string>;
}

/** The same with files in Git LFS, which no store names: sizes in bytes by digest. */
export interface AllKeptNames extends KeptNames {
  readonly lfs: ReadonlyMap<string, number>;
}

/** A file in the origin of a vault that can be removed. */
export interface OriginFile {
  readonly path: string;
  readonly sizeBytes: number;
}

/** The place of which a vault's directory is the working copy. Archives and manifests reach it when they are added. */
export interface VaultOrigin {
  /** Locks an account until the vault is unlocked: one run at a time backs it up. Fails with `locked`. */
  holdAccount(name: string): Promise<void>;
  /**
   * Unlocks the vault during `work`, which may take hours and only adds lines to the journal of its run. Afterwards, the
   * directory contains what others have written meanwhile, and the journal that is open has their lines.
   */
  aside<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Whether the directory has the store that was published last. */
  isStoreFetched(): Promise<boolean>;
  keptNames(): Promise<AllKeptNames>;
  /** Fetches the files that the directory lacks. Damaged ones remain absent. */
  fetchFiles(needed: Partial<AllKeptNames>): Promise<void>;
  /** Reads these files in the origin, and keeps none. Returns the names of those that are whole. */
  readFiles(chosen: Partial<AllKeptNames>): Promise<ReadonlySet<string>>;
  /** Reads the published store. False if it is damaged or missing. */
  isStoreWhole(): Promise<boolean>;
  /**
   * Uploads the files that it lacks, and the store if it has changed or, on request, is damaged. The vault must be locked.
   * Returns the names of the files in Git LFS that it uploaded; damaged ones are set aside.
   */
  publish(options?: { readonly readsStore: boolean }): Promise<ReadonlySet<string>>;
  /** How many keys encrypted objects have, by name, as far as they were read and their number is not that of the vault. */
  readonly oddKeys: ReadonlyMap<string, number>;
  /** What killed runs have left there. */
  leftovers(): Promise<readonly OriginFile[]>;
  /**
   * Removes a leftover, or a damaged file, which `publish` then replaces; one in Git LFS only if it was read and is damaged.
   * The vault must be locked.
   */
  discard(path: string): Promise<void>;
  /** Removes a file in Git LFS. The vault must be locked, and the caller must have checked that no snapshot needs it. */
  removeLfs(oid: string): Promise<void>;
  /** Removes the files that no snapshot needs, apart from those in Git LFS, or only lists them. The vault must be locked. */
  removeOrphans(needed: KeptNames, isDryRun: boolean): AsyncIterable<OriginFile>;
}

interface VaultOptions extends Omit<OpenMarkerOptions, 'disk'> {
  readonly clock: Clock;
  /** The disk to write to; the default is the system's. */
  readonly disk?: Disk | undefined;
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
  const opened = await openMarker(root, directory, { ...options, disk });
  const { marker } = opened;
  requireSameRecipients(marker, options.encryption, directory);
  const paths = pathsIn(root);
  const archivePath = (name: string) => join(paths.archives, name);
  const known: KnownManifests = new Map();
  return {
    name: root,
    directory: root,
    storePath: paths.store,
    disk,
    hasMarker: !opened.isLost,
    writeMarker: async () => await writeMarker(root, marker, disk),
    isNew: opened.isNew,
    encryption: {
      recipients: marker.recipients,
      extent: 'archives',
      ofNewArchives: options.encryption === 'none' ? [] : marker.recipients,
    },
    requireHeld,
    archivePath,
    archivePlace: archivePath,
    archiveSize: async (name) =>
      isLinked(archivePath(name)) ? undefined : await sizeOfFile(archivePath(name)),
    archiveNames: async () => await listFolder(paths.archives),
    withArchives: async (names, work) => await work(names.map((name) => requireOwnFile(archivePath(name)))),
    async addManifest(manifest) {
      const path = join(paths.manifests, manifestNameOf(manifest.archive));
      await writeWholeFile(path, sealManifest(manifest), disk);
      return path;
    },
    manifests: async () => (await readManifests(paths.manifests, known)).manifests,
    listManifests: async () => await readManifests(paths.manifests, known),
    forget: async (archive) => await forgetArchive(archive, paths, disk),
    journal: {
      read: async () => await readJournal(paths.journal),
      open: async (run) => await openJournal({ path: paths.journal, run, clock, disk }),
      rewrite: async (lines, options) => await rewriteJournal(paths.journal, lines, { ...options, disk }),
    },
    async lock(command) {
      for (const name of Object.keys(VAULT_LAYOUT)) {
        requireNoLink(join(root, name));
      }
      const taken = await acquireLock(paths.lock, { command, startClock: clock });
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

/** Whether a path leads elsewhere. A vault that was restored or received may have links, but no run ever makes one. */
function isLinked(path: string): boolean {
  return (
    lstatSync(path, { throwIfNoEntry: false }) !== undefined && plainStats(path, { folders: 1 }) === undefined
  );
}

function requireOwnFile(path: string): string {
  if (isLinked(path)) {
    throw new Failure('vault-damaged', `Cannot read the archive "${path}": it or its folder is a link`, {
      hint: 'Move the file itself into the vault; files elsewhere are never read as part of a vault',
    });
  }
  return path;
}
