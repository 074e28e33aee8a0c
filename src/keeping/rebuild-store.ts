import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { totalOf } from '../base/sizes.ts';
import { Failure } from '../model/failure.ts';
import { lockStore, waitForStore } from '../store/store-lock.ts';
import type { RunJournal } from '../vault/journal.ts';
import { DRAFT_NAME } from '../vault/layout.ts';
import { coverageOf, type Manifest, plainNameOf, storedFileOf } from '../vault/manifest.ts';
import type { Vault } from '../vault/vault.ts';
import { carryCaptures } from './carry-captures.ts';
import {
  backupKeyOf,
  findDamagedPages,
  findLostSnapshots,
  inspectStore,
  isStoreDamage,
  type StoreInspection,
} from './inspect-store.ts';
import { type LoadArchivesOptions, loadArchives } from './load-archives.ts';
import { exchangeStore } from './set-aside.ts';
import { CHANGED, isStoreUnchanged, noteStore } from './store-notes.ts';

export interface RebuildOptions
  extends Pick<LoadArchivesOptions, 'clock' | 'keepsGit' | 'opening' | 'searchPath' | 'signal'> {
  /** Must be locked. */
  readonly vault: Vault;
  readonly journal: RunJournal;
  /** Rebuilds the store even if it is intact. */
  readonly isFresh: boolean;
  readonly isDryRun: boolean;
  readonly onEvent: (event: RebuildEvent) => void;
}

/** What a rebuild of a store does, archive by archive. */
export type RebuildEvent =
  | {
      readonly type: 'planned';
      readonly archives: readonly string[];
      /** Why the existing store is replaced; undefined if it is kept, or there is none. */
      readonly reason: string | undefined;
      /** Archives that were loaded but are no longer in the vault: they cannot be restored. */
      readonly lost: readonly string[];
    }
  | { readonly type: 'set-aside'; readonly path: string }
  | {
      readonly type: 'loading';
      readonly archive: string;
      readonly doneBytes: number;
      /** The number of bytes that will have been read at the end of this archive. */
      readonly archiveEndBytes: number;
      readonly totalBytes: number;
    }
  /** All records of the archive were read; its snapshot is being completed. */
  | { readonly type: 'read'; readonly archive: string }
  | { readonly type: 'loaded'; readonly archive: string; readonly records: number }
  /** Captured records were copied from the former store. */
  | { readonly type: 'carried'; readonly records: number }
  | { readonly type: 'trouble'; readonly archive: string; readonly message: string };

/** What a rebuild loaded, and what it could not. */
export interface RebuildReport {
  /** File names of the archives that were loaded, or would be in a dry run. */
  readonly archives: readonly string[];
  readonly records: number;
  /** The new path of the former store, relative to the vault. */
  readonly setAside: string | undefined;
  readonly lost: readonly string[];
  readonly troubles: readonly { readonly archive: string; readonly failure: Failure }[];
}

/**
 * Loads every missing snapshot into the store from the archives of the vault, oldest first. An intact store is
 * extended; a missing or damaged one is rebuilt next to it, and readers see the former one until the new one is
 * complete. The former store is moved, never removed. An interrupted rebuild is continued.
 */
export async function rebuildStore(options: RebuildOptions): Promise<RebuildReport> {
  const { vault, journal, isDryRun, onEvent } = options;
  const manifests = await vault.manifests();
  const { reason, lacking } = await inspect(manifests, options);
  const isReplaced = reason !== undefined && existsSync(vault.storePath);
  const isNew = isReplaced || !existsSync(vault.storePath);
  const draft = { ...vault, storePath: join(vault.directory, DRAFT_NAME) };
  const draftInspection = isNew ? inspectStore(draft.storePath, manifests, []) : undefined;
  const missing = draftInspection?.state === 'there' ? draftInspection.lacking : lacking;
  const archives = missing.map(({ archive }) => archive);
  const lost = isNew ? findLostSnapshots(vault.storePath, manifests, journal.lines) : [];
  onEvent({ type: 'planned', archives, reason: isReplaced ? reason : undefined, lost });
  if (isDryRun) {
    return { archives, records: 0, setAside: undefined, lost, troubles: [] };
  }
  const groups = groupByBackup(missing);
  if (draftInspection === undefined) {
    const loaded = await loadGroups(groups, options);
    await vault.origin?.publish({ readsStore: true });
    await noteStore(vault, journal);
    return { ...loaded, setAside: undefined, lost };
  }
  if (draftInspection.state === 'damaged') {
    await vault.disk.remove(draft.storePath);
  }
  const loaded = await loadDraft(groups, draft, { ...options, isReplaced });
  return loaded === undefined ? await rebuildStore(options) : loaded;
}

/**
 * Loads into a separate store and then replaces the vault's. Other writers wait, because the new store would lack their
 * changes. Undefined if one of them created a store while this one waited for the lock: that store lacks snapshots, but
 * must not be lost.
 */
async function loadDraft(
  groups: readonly (readonly [Manifest, ...Manifest[]])[],
  draft: Vault,
  options: RebuildOptions & { readonly isReplaced: boolean },
): Promise<RebuildReport | undefined> {
  const { vault, journal, clock, signal, onEvent } = options;
  const lockWait = waitForStore(signal, (message) =>
    onEvent({ type: 'trouble', archive: 'store.db', message }),
  );
  const lock = await lockStore(vault.storePath, { command: 'satchel vault rebuild', lockWait, clock });
  try {
    if (!options.isReplaced && existsSync(vault.storePath)) {
      return undefined;
    }
    const loaded = await loadGroups(groups, { ...options, vault: draft });
    const lost = findLostSnapshots(vault.storePath, await vault.manifests(), journal.lines);
    if (!existsSync(draft.storePath)) {
      return { ...loaded, setAside: undefined, lost };
    }
    let setAside: string | undefined;
    if (existsSync(vault.storePath)) {
      await bringCaptures(draft.storePath, options);
      setAside = await exchangeStore(vault, draft.storePath, clock);
      onEvent({ type: 'set-aside', path: setAside });
    } else {
      await vault.disk.rename(draft.storePath, vault.storePath);
      await vault.disk.syncDirectory(vault.directory);
    }
    await journal.write({ type: 'store-renewed' });
    await noteStore(vault, journal);
    return { ...loaded, setAside, lost };
  } finally {
    await lock.release();
  }
}

/** Copies captured records into the new store, if the former one can be read. */
async function bringCaptures(draftPath: string, { vault, onEvent }: RebuildOptions): Promise<void> {
  try {
    const records = await carryCaptures(vault.storePath, draftPath);
    if (records > 0) {
      onEvent({ type: 'carried', records });
    }
  } catch (error) {
    if (!isStoreDamage(error)) {
      throw error;
    }
    const message = `What was captured from the service stays in the former store: ${error.message}`;
    onEvent({ type: 'trouble', archive: 'store.db', message });
  }
}

/** Decides why the store is replaced, if it is, and which archives must be loaded. */
async function inspect(
  manifests: readonly Manifest[],
  { vault, journal, isFresh, signal }: RebuildOptions,
): Promise<Pick<StoreInspection, 'reason' | 'lacking'>> {
  const inspection = inspectStore(vault.storePath, manifests, journal.lines);
  if (inspection.state !== 'there') {
    return inspection;
  }
  const fresh = 'A fresh store was asked for';
  const reason = isFresh ? fresh : await findDamage(vault, journal.lines, signal);
  const lacking = manifests.filter(({ loading }) => loading !== 'declined');
  return reason === undefined ? inspection : { reason, lacking };
}

async function findDamage(
  vault: Vault,
  lines: RunJournal['lines'],
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    const isUnchanged = await isStoreUnchanged(vault, lines, signal);
    return isUnchanged ? findDamagedPages(vault.storePath)[0] : `The store is damaged: ${CHANGED}`;
  } catch (error) {
    if (isStoreDamage(error)) {
      return error.message;
    }
    throw error;
  }
}

/** Groups archives by snapshot, which may be the parts of a backup, oldest first. */
function groupByBackup(manifests: readonly Manifest[]): readonly (readonly [Manifest, ...Manifest[]])[] {
  const groups = new Map<string, [Manifest, ...Manifest[]]>();
  for (const manifest of manifests) {
    const group = groups.get(backupKeyOf(manifest));
    if (group === undefined) {
      groups.set(backupKeyOf(manifest), [manifest]);
    } else {
      group.push(manifest);
    }
  }
  return [...groups.values()];
}

type LoadingOptions = Omit<RebuildOptions, 'journal' | 'isFresh' | 'isDryRun'>;

/** Loads archives of a vault into its store, each at its place in time. A failure of one does not affect the others. */
export async function loadFromVault(manifests: readonly Manifest[], options: LoadingOptions): Promise<void> {
  await loadGroups(groupByBackup(manifests), options);
}

async function loadGroups(
  groups: readonly (readonly [Manifest, ...Manifest[]])[],
  options: LoadingOptions,
): Promise<Pick<RebuildReport, 'archives' | 'records' | 'troubles'>> {
  const { vault, signal, onEvent } = options;
  const totalBytes = storedBytesOf(groups.flat());
  const archives: string[] = [];
  const troubles: { archive: string; failure: Failure }[] = [];
  let [records, beforeBytes] = [0, 0];
  for (const group of groups) {
    signal.throwIfAborted();
    const [{ archive }] = group;
    try {
      const base = beforeBytes;
      const archiveEndBytes = base + storedBytesOf(group);
      const { load } = await loadGroup(group, options, {
        onProgress: (doneBytes) =>
          onEvent({ type: 'loading', archive, doneBytes: base + doneBytes, archiveEndBytes, totalBytes }),
        onRead: () => onEvent({ type: 'read', archive }),
      });
      for (const { loading, ...manifest } of group.filter((each) => each.loading === 'owed')) {
        await vault.addManifest(manifest);
      }
      records += totalOf(load.counts);
      archives.push(...group.map((manifest) => manifest.archive));
      onEvent({ type: 'loaded', archive, records: totalOf(load.counts) });
    } catch (error) {
      if (!(error instanceof Failure) || !ARCHIVE_FAILURES.has(error.code)) {
        throw error;
      }
      troubles.push({ archive, failure: error });
      onEvent({ type: 'trouble', archive, message: error.message });
    }
    beforeBytes += storedBytesOf(group);
  }
  return { archives, records, troubles };
}

function storedBytesOf(manifests: readonly Manifest[]): number {
  return manifests.reduce((sum, manifest) => sum + storedFileOf(manifest).sizeBytes, 0);
}

/** Failures that concern one archive only: the others are loaded nevertheless. */
const ARCHIVE_FAILURES: ReadonlySet<string> = new Set([
  'not-an-archive',
  'archive-damaged',
  'key-missing',
  'absent',
]);

async function loadGroup(
  group: readonly [Manifest, ...Manifest[]],
  { vault, opening, keepsGit, searchPath, clock, signal, onEvent }: LoadingOptions,
  listeners: Pick<LoadArchivesOptions, 'onProgress' | 'onRead'>,
) {
  const [{ archive, takenAt, migration }] = group;
  const scope = coverageOf(group);
  const names = group.map((manifest) => manifest.archive);
  return await vault.withArchives(
    names,
    async (paths) =>
      await loadArchives({
        vault,
        paths,
        archive: {
          name: plainNameOf(archive),
          takenAt,
          ...(migration === undefined ? {} : { migrationId: migration.id }),
          ...(scope === undefined ? {} : { scope }),
        },
        opening,
        keepsGit,
        searchPath,
        clock,
        signal,
        command: 'satchel vault rebuild',
        lockWait: waitForStore(signal, (message) => onEvent({ type: 'trouble', archive, message })),
        ...listeners,
      }),
  );
}
