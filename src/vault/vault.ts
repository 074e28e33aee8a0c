import { mkdir, readdir, readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import {
  type Clock,
  createSystemDisk,
  type Disk,
  Failure,
  fileFailure,
  isJsonObject,
  systemErrorCode,
  writeWholeFile,
} from '../base/index.ts';
import { type JournalContent, openJournal, type RunJournal, readJournal } from './journal.ts';
import type { Manifest } from './manifest.ts';
import { acquireLock, type LockHolder } from './vault-lock.ts';

/** The file that makes a directory a vault. */
const MARKER_NAME = 'satchel-vault.json';
const VAULT_VERSION = 1;

/** A directory that keeps archives, their manifests and the store. */
export interface Vault {
  readonly directory: string;
  /** Where the vault's store lies, whether or not it exists yet. */
  readonly storePath: string;
  /** The final path of an archive by its file name. */
  archivePath(name: string): string;
  /** Writes the manifest of an archive that has its final name; gives the manifest's path. */
  addManifest(manifest: Manifest): Promise<string>;
  /** All manifests, oldest download first. */
  manifests(): Promise<readonly Manifest[]>;
  /** What runs did and were about to do. */
  readonly journal: {
    read(): Promise<JournalContent>;
    /** Opens it for this run, which holds the lock. */
    open(run: string): Promise<RunJournal>;
  };
  /** Takes the vault for this process, or fails with `locked`; call the answer to give it back. */
  lock(command: string): Promise<() => Promise<void>>;
}

interface VaultOptions {
  readonly clock: Clock;
  /** Makes the directory a vault where it is none yet; it must be empty or absent. */
  readonly create?: boolean;
  /** Where files are written (default: the system's). */
  readonly disk?: Disk;
}

/** Opens the vault in `directory`. Fails with `absent` where there is none and `create` is not set. */
export async function openVault(directory: string, options: VaultOptions): Promise<Vault> {
  const root = resolve(directory);
  if (!(await isVault(root))) {
    if (options.create !== true) {
      throw new Failure('absent', `Cannot open the vault "${directory}": there is none`, {
        hint: 'Make one with "satchel backup --vault DIR"',
      });
    }
    await createVault(root, directory);
  }
  const { clock, disk = createSystemDisk() } = options;
  const journalPath = join(root, 'journal.log');
  const manifestPath = (name: string) => join(root, 'manifests', `${name}.json`);
  return {
    directory: root,
    storePath: join(root, 'store.db'),
    archivePath: (name) => join(root, 'archives', name),
    async addManifest(manifest) {
      const path = manifestPath(manifest.archive);
      await writeWholeFile(path, `${JSON.stringify(manifest, null, 2)}\n`, disk);
      return path;
    },
    manifests: () => readManifests(join(root, 'manifests')),
    journal: {
      read: async () => await readJournal(journalPath),
      open: async (run) => await openJournal({ path: journalPath, run, clock, disk }),
    },
    lock(command) {
      const holder: LockHolder = {
        pid: process.pid,
        host: hostname(),
        command,
        startedAt: new Date(clock.now()).toISOString(),
      };
      return acquireLock(join(root, 'lock'), holder);
    },
  };
}

async function isVault(root: string): Promise<boolean> {
  try {
    const marker: unknown = JSON.parse(await readFile(join(root, MARKER_NAME), 'utf8'));
    if (isJsonObject(marker) && marker['vault_version'] === VAULT_VERSION) {
      return true;
    }
    throw new Failure(
      'absent',
      `Cannot open the vault "${root}": its ${MARKER_NAME} is of a version unknown here`,
      {
        hint: 'Update Satchel',
      },
    );
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      return false;
    }
    throw error instanceof SyntaxError
      ? new Failure('absent', `Cannot open the vault "${root}": its ${MARKER_NAME} is damaged`, {
          cause: error,
        })
      : fileFailure(error, 'open the vault', root);
  }
}

async function createVault(root: string, directory: string): Promise<void> {
  try {
    await mkdir(root, { recursive: true, mode: 0o700 });
    const present = await readdir(root);
    if (present.length > 0) {
      throw new Failure('usage', `Cannot make a vault in "${directory}": the directory is not empty`, {
        hint: 'Name an empty or new directory with --vault',
      });
    }
    await mkdir(join(root, 'archives'), { mode: 0o700 });
    await mkdir(join(root, 'manifests'), { mode: 0o700 });
    await writeWholeFile(join(root, MARKER_NAME), `${JSON.stringify({ vault_version: VAULT_VERSION })}\n`);
  } catch (error) {
    throw fileFailure(error, 'make the vault', directory);
  }
}

async function readManifests(directory: string): Promise<readonly Manifest[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.json'));
  const manifests: Manifest[] = [];
  for (const name of names) {
    // Only addManifest writes here, and it writes whole files.
    manifests.push(JSON.parse(await readFile(join(directory, name), 'utf8')) as Manifest);
  }
  return manifests.sort((a, b) => a.downloadedAt.localeCompare(b.downloadedAt));
}
