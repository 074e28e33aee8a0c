import { rm } from 'node:fs/promises';
import { createLargeCollector } from '../base/garbage.ts';
import { definedMembers } from '../base/json.ts';
import type { Random } from '../base/random.ts';
import { createRunId } from '../base/run-id.ts';
import { totalOf } from '../base/sizes.ts';
import { Failure } from '../model/failure.ts';
import { waitForStore } from '../store/store-lock.ts';
import { isStoredWhole } from '../vault/archive-presence.ts';
import type { RunJournal } from '../vault/journal.ts';
import { coverageOf, type Manifest } from '../vault/manifest.ts';
import type { Vault } from '../vault/vault.ts';
import { finishLeftovers } from './finish-leftovers.ts';
import {
  describeArchive,
  type ExaminedArchive,
  examineArchive,
  takenAtMsOf,
} from './import/examine-archive.ts';
import { nameFor, nameInVault, placeArchive, willBeEncrypted } from './import/place-archive.ts';
import { inspectStore } from './inspect-store.ts';
import { type LoadArchivesOptions, loadArchives } from './load-archives.ts';
import { wasForgotten } from './needed-files.ts';
import { removePlainCopies } from './prune-vault.ts';
import { noteArchives, noteStore, recordStoreDamage } from './store-notes.ts';

export interface ImportOptions
  extends Pick<LoadArchivesOptions, 'clock' | 'keepsGit' | 'opening' | 'searchPath' | 'signal'> {
  /** Must be locked. */
  readonly vault: Vault;
  readonly paths: readonly string[];
  /** Removes each file after the vault has it. */
  readonly isMove: boolean;
  /** The account, to override the one in the archive. */
  readonly account?: string | undefined;
  /** When it was taken; an archive contains no date. */
  readonly takenAtMs?: number | undefined;
  readonly isLoaded: boolean;
  readonly satchelVersion: string;
  readonly random: Pick<Random, 'hex'>;
  readonly onEvent: (event: ImportEvent) => void;
}

/** What an import does, archive by archive. */
export type ImportEvent =
  | { readonly type: 'examining'; readonly path: string }
  | { readonly type: 'known'; readonly path: string; readonly archive: string }
  | {
      readonly type: 'imported';
      readonly path: string;
      readonly archive: string;
      readonly isVerified: boolean;
    }
  | {
      readonly type: 'loading';
      readonly archive: string;
      readonly doneBytes: number;
      readonly totalBytes: number;
    }
  /** All records of the archive were read; its snapshot is being completed. */
  | { readonly type: 'read'; readonly archive: string }
  | { readonly type: 'loaded'; readonly archive: string; readonly records: number }
  | {
      readonly type: 'trouble';
      readonly path: string;
      readonly message: string;
      readonly failure?: Failure | undefined;
    };

/** What an import did. */
export interface ImportReport {
  readonly imported: readonly Manifest[];
  /** Paths of archives that the vault already has. */
  readonly known: readonly string[];
  /** Archives that could not be imported, and why. */
  readonly troubles: readonly { readonly path: string; readonly failure: Failure }[];
}

/**
 * Adds existing archives to a vault: each is verified, gets a manifest made from its content, and is loaded into the
 * store, oldest first. An archive that the vault already has, by its digest, is not added twice; but it replaces a copy
 * that is missing or damaged. A failure of one archive does not affect the others.
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
      onEvent({ type: 'trouble', path, message: error.message, failure: error });
      return undefined;
    }
  };
  const examined: ExaminedArchive[] = [];
  const paths = [...new Set(options.paths)];
  for (const path of paths) {
    onEvent({ type: 'examining', path });
    const archive = await attempt(path, () => examineArchive(path, options));
    if (archive !== undefined) {
      examined.push(archive);
      freeDescription(archive);
    }
  }
  const imported: Manifest[] = [];
  const known: string[] = [];
  await withNotedStore(options, async (journal) => {
    for (const archive of examined.toSorted((a, b) => takenAtMsOf(a, options) - takenAtMsOf(b, options))) {
      const manifest = await attempt(archive.path, () => importOne(archive, vault, { ...options, journal }));
      if (manifest === 'known') {
        known.push(archive.path);
      } else if (manifest !== undefined) {
        const { archive: name, isVerified, sha256 } = manifest;
        await journal.write({ type: 'manifest-written', archive: name, isVerified, sha256 });
        imported.push(manifest);
      }
    }
    await finishEncryption(journal, options);
  });
  return { imported, known, troubles };
}

/** Encrypts archives that interrupted backups left plain: every run with recipients does so. */
async function finishEncryption(journal: RunJournal, options: ImportOptions): Promise<void> {
  const { vault, onEvent } = options;
  await finishLeftovers({
    ...options,
    journal,
    isOnlyEncryption: true,
    onEvent(event) {
      if (event.type === 'trouble') {
        onEvent({ type: 'trouble', path: vault.directory, message: event.message });
      }
    },
  });
  await removePlainCopies(vault, options.clock);
}

/** Runs `work` with the journal open, and records the state of the store. */
async function withNotedStore(
  { vault, clock, random, isLoaded, onEvent }: ImportOptions,
  work: (journal: RunJournal) => Promise<void>,
): Promise<void> {
  const journal = await vault.journal.open(createRunId(clock, random));
  try {
    const onTrouble = (message: string) => onEvent({ type: 'trouble', path: vault.storePath, message });
    if (isLoaded) {
      await recordStoreDamage(vault, journal, onTrouble);
    }
    await work(journal);
    if (isLoaded) {
      await noteStore(vault, journal);
    }
    await noteArchives(vault, journal);
  } finally {
    await journal.close();
  }
}

/** Failures that concern one archive only. */
const ARCHIVE_FAILURES: ReadonlySet<string> = new Set([
  'not-an-archive',
  'archive-damaged',
  'key-missing',
  'absent',
  'usage',
]);

/** What a repository takes while the description of its archive is made, written and read, approximately. */
const REPOSITORY_BYTES = 256;

/** Frees what describing an archive with very many repositories took. */
function freeDescription({ repositories }: Pick<ExaminedArchive, 'repositories'>): void {
  createLargeCollector()(REPOSITORY_BYTES * repositories.length);
}

/** The journal of the run has the lines of the vault: nothing is read again for each archive. */
type ImportRun = ImportOptions & { readonly journal: RunJournal };

async function importOne(
  examined: ExaminedArchive,
  vault: Vault,
  options: ImportRun,
): Promise<Manifest | 'known'> {
  const { onEvent, signal } = options;
  const manifests = await vault.manifests();
  const same = manifests.find(({ sha256 }) => sha256 === examined.sha256);
  if (same !== undefined && (await isStoredWhole(same, vault, signal))) {
    onEvent({ type: 'known', path: examined.path, archive: same.archive });
    await loadWhatIsOwed(examined, same, options);
    return 'known';
  }
  const ownName = await nameInVault(examined.path, vault);
  const isSameKind = (same?.encryption !== undefined) === willBeEncrypted(examined, vault);
  const name = (isSameKind ? same?.archive : undefined) ?? nameFor(examined, ownName, options);
  const placed = await placeArchive(examined, { ...options, name });
  const described = describeArchive(examined, name, options);
  const { findings, isVerified } = described; // Those in the existing manifest may describe a damaged copy.
  const { encryption: _former, ...known } = { ...(same ?? described), archive: name, findings, isVerified };
  const { archive } = known;
  const manifest: Manifest = { ...known, ...placed, loading: options.isLoaded ? 'owed' : 'declined' };
  await vault.addManifest(manifest);
  await (same === undefined || same.archive === name ? undefined : vault.forget(same.archive));
  onEvent({ type: 'imported', path: examined.path, archive, isVerified });
  freeDescription(examined);
  const settled = (await loadWhatIsOwed(examined, manifest, options)) ?? manifest;
  if (ownName === undefined ? options.isMove : ownName !== archive) {
    await rm(examined.path, { force: true });
  }
  return settled;
}

/**
 * Loads an archive that the store lacks, whether it is new or its import was interrupted before loading. Returns the
 * updated manifest, or undefined if there was nothing to do.
 */
async function loadWhatIsOwed(
  examined: ExaminedArchive,
  manifest: Manifest,
  options: ImportRun,
): Promise<Manifest | undefined> {
  const { vault, isLoaded, journal } = options;
  if (!isLoaded) {
    return undefined;
  }
  const { loading: _owed, ...wanted } = manifest;
  const others = (await vault.manifests()).filter(({ archive }) => archive !== manifest.archive);
  const { state, lacking } = inspectStore(vault.storePath, [...others, wanted], journal.lines);
  const isBack =
    state === 'there' && manifest.loading === 'owed' && wasForgotten(vault, wanted, journal.lines);
  if (lacking.includes(wanted) || isBack) {
    await load(examined, manifest, options);
  }
  if (manifest.loading === undefined) {
    return undefined;
  }
  await vault.addManifest(wanted);
  return wanted;
}

/** Loads from the imported file: the vault's copy may be encrypted with keys that are not available. */
async function load(
  { path, sizeBytes }: ExaminedArchive,
  manifest: Manifest,
  { onEvent, ...options }: ImportRun,
): Promise<void> {
  const { archive, takenAt, migration } = manifest;
  const { load: loaded } = await loadArchives({
    ...options,
    lines: options.journal.lines,
    paths: [path],
    archive: {
      name: archive,
      takenAt,
      ...definedMembers({ migrationId: migration?.id, scope: coverageOf([manifest]) }),
    },
    command: 'satchel vault import',
    lockWait: waitForStore(options.signal, (message) => onEvent({ type: 'trouble', path, message })),
    onProgress: (doneBytes) => onEvent({ type: 'loading', archive, doneBytes, totalBytes: sizeBytes }),
    onRead: () => onEvent({ type: 'read', archive }),
  });
  onEvent({ type: 'loaded', archive, records: totalOf(loaded.counts) });
}
