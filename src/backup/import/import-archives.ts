import { existsSync } from 'node:fs';
import { realpath, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { type OpenSourceOptions, openArchiveSource } from '../../archive/index.ts';
import { type Clock, compactTime, definedMembers, Failure, totalOf } from '../../base/index.ts';
import { createGitStage } from '../../git/index.ts';
import { loadArchiveSource } from '../../load/index.ts';
import { foldersIn, type LoadOrder, openStore, waitForStore } from '../../store/index.ts';
import { archiveIdOf, type Manifest, presentArchives, type Vault } from '../../vault/index.ts';
import { accountInName } from '../archive-name.ts';
import { type ExaminedArchive, examineArchive } from './examine-archive.ts';
import { placeArchive } from './place-archive.ts';

export interface ImportOptions {
  /** Must be locked. */
  readonly vault: Vault;
  readonly paths: readonly string[];
  /** Removes each file once the vault has it. */
  readonly isMove: boolean;
  readonly opening: OpenSourceOptions;
  readonly recipients: readonly string[];
  /** Whose work it is, where the archive should not say so itself. */
  readonly account?: string | undefined;
  /** When it was taken, ISO 8601; an archive carries no date of its own. */
  readonly takenAt?: string | undefined;
  readonly isLoaded: boolean;
  readonly keepsGit: boolean;
  readonly satchelVersion: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly onEvent: (event: ImportEvent) => void;
}

/** What an import says while it runs. */
export type ImportEvent =
  | { readonly type: 'examining'; readonly path: string }
  | { readonly type: 'known'; readonly path: string; readonly archive: string }
  | {
      readonly type: 'imported';
      readonly path: string;
      readonly archive: string;
      readonly isVerified: boolean;
    }
  | { readonly type: 'loaded'; readonly archive: string; readonly records: number }
  | { readonly type: 'trouble'; readonly path: string; readonly message: string };

/** What an import came to. */
export interface ImportReport {
  readonly imported: readonly Manifest[];
  /** Paths of archives that the vault has already. */
  readonly known: readonly string[];
  /** What could not be imported, and why. */
  readonly troubles: readonly { readonly path: string; readonly failure: Failure }[];
}

/**
 * Takes archives into a vault that people have already: each is proved, gets a manifest made from its content, and goes
 * into the store, the oldest first. What the vault has by its digest is not taken twice; where its own copy is gone or
 * cut short, this one takes its place. What cannot be imported does not keep the others out.
 */
export async function importArchives(options: ImportOptions): Promise<ImportReport> {
  const { vault, onEvent } = options;
  const troubles: { path: string; failure: Failure }[] = [];
  const attempt = async <Result>(path: string, work: () => Promise<Result>) => {
    try {
      return await work();
    } catch (error) {
      const isOfArchive = error instanceof Failure && ARCHIVE_FAILURES.has(error.code);
      if (!isOfArchive) {
        throw error;
      }
      troubles.push({ path, failure: error });
      onEvent({ type: 'trouble', path, message: error.message });
      return undefined;
    }
  };
  const examined: ExaminedArchive[] = [];
  for (const path of options.paths) {
    onEvent({ type: 'examining', path });
    const archive = await attempt(path, () => examineArchive(path, options));
    examined.push(...(archive === undefined ? [] : [archive]));
  }
  const imported: Manifest[] = [];
  const known: string[] = [];
  for (const archive of examined.toSorted((a, b) => ageOf(a, options) - ageOf(b, options))) {
    const manifest = await attempt(archive.path, () => importOne(archive, vault, options));
    if (manifest === 'known') {
      known.push(archive.path);
    } else if (manifest !== undefined) {
      imported.push(manifest);
    }
  }
  return { imported, known, troubles };
}

/** Failures that are the archive's own. */
const ARCHIVE_FAILURES: ReadonlySet<string> = new Set([
  'not-an-archive',
  'archive-damaged',
  'key-missing',
  'absent',
  'usage',
]);

function ageOf({ takenAt }: ExaminedArchive, options: ImportOptions): number {
  return Date.parse(options.takenAt ?? takenAt ?? '') || options.clock.now();
}

async function importOne(
  examined: ExaminedArchive,
  vault: Vault,
  options: ImportOptions,
): Promise<Manifest | 'known'> {
  const { onEvent } = options;
  const manifests = await vault.manifests();
  const same = manifests.find(({ sha256 }) => sha256 === examined.sha256);
  if (same !== undefined && (await presentArchives(vault, [same])).has(same.archive)) {
    onEvent({ type: 'known', path: examined.path, archive: same.archive });
    return 'known';
  }
  const ownName = await nameInVault(examined.path, vault);
  const name = same?.archive ?? nameFor(examined, ownName, options);
  const placed = await placeArchive(examined, { ...options, name });
  const manifest = { ...(same ?? describeArchive(examined, name, options)), ...placed };
  await vault.addManifest(manifest);
  const { archive, isVerified } = manifest;
  onEvent({ type: 'imported', path: examined.path, archive, isVerified });
  if (options.isLoaded) {
    await load(examined, manifest, options);
  }
  if (ownName === undefined ? options.isMove : ownName !== archive) {
    await rm(examined.path, { force: true });
  }
  return manifest;
}

/** The name of an archive that lies in the vault already, without a manifest: an interrupted run left it so. */
async function nameInVault(path: string, vault: Vault): Promise<string | undefined> {
  const name = basename(path);
  return (await realpath(path)) === (await realpath(vault.archivePath(name)).catch(() => undefined))
    ? name
    : undefined;
}

/** As archives of backups are called, with the id by which people know it. */
function nameFor(examined: ExaminedArchive, ownName: string | undefined, options: ImportOptions): string {
  const taken = compactTime(ageOf(examined, options));
  const account = accountInName(options.account ?? examined.account);
  const isEncrypted = examined.isEncrypted || options.recipients.length > 0;
  if (ownName !== undefined) {
    return isEncrypted && !examined.isEncrypted ? `${ownName}.age` : ownName;
  }
  const ending = /\.tar(?:\.age)?$/.test(examined.path) ? '.tar' : '.tar.gz';
  return `${taken}-${account}-${archiveIdOf(examined)}${ending}${isEncrypted ? '.age' : ''}`;
}

function describeArchive(examined: ExaminedArchive, name: string, options: ImportOptions): Manifest {
  const { sizeBytes, sha256, repositories, origin, verification } = examined;
  return {
    manifestVersion: 2,
    archive: name,
    origin: 'import',
    sizeBytes,
    sha256,
    ...definedMembers({ baseUrl: origin }),
    account: options.account ?? examined.account,
    repositories,
    takenAt: new Date(ageOf(examined, options)).toISOString(),
    downloadedAt: new Date(options.clock.now()).toISOString(),
    counts: verification.records,
    findings: verification.findings,
    isVerified: verification.isVerified,
    satchelVersion: options.satchelVersion,
  };
}

/** Loads from the file that was imported: the vault's own copy may be encrypted for somebody else. */
async function load(
  { path }: ExaminedArchive,
  { archive, takenAt }: Manifest,
  options: ImportOptions,
): Promise<void> {
  const { vault, opening, clock, signal, keepsGit, onEvent } = options;
  const { load: loaded } = await loadArchiveSource({
    sources: [await openArchiveSource(path, opening)],
    dbPath: vault.storePath,
    archive: { name: archive, takenAt, order: orderFor(vault.storePath, takenAt) },
    files: {
      folders: foldersIn(vault.directory),
      openRepositoryStage: keepsGit ? (directory) => createGitStage({ directory }) : undefined,
    },
    extent: 'records',
    clock,
    signal,
    command: 'satchel vault import',
    patience: waitForStore(signal, (message) => onEvent({ type: 'trouble', path, message })),
  });
  onEvent({ type: 'loaded', archive, records: totalOf(loaded.counts) });
}

/** An archive that is older than the store goes into its history. */
function orderFor(storePath: string, takenAt: string): LoadOrder {
  if (!existsSync(storePath)) {
    return 'newest';
  }
  const store = openStore(storePath);
  try {
    const ages = store.snapshots().map((snapshot) => Date.parse(snapshot.takenAt ?? ''));
    const newestMs = Math.max(...ages.filter((ageMs) => !Number.isNaN(ageMs)));
    const takenAtMs = Math.floor(Date.parse(takenAt) / 1_000) * 1_000; // As the store spells it.
    return takenAtMs < newestMs ? 'history' : 'newest';
  } finally {
    store.close();
  }
}
