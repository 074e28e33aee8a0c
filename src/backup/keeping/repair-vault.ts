import { existsSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type OpenSourceOptions, openArchiveSource } from '../../archive/index.ts';
import { type Clock, compactTime, Failure, type Random } from '../../base/index.ts';
import { createGitStage } from '../../git/index.ts';
import { restoreFiles } from '../../load/index.ts';
import { foldersIn, openStore, waitForStore } from '../../store/index.ts';
import { listSpareFiles, type Manifest, type Vault, type VaultFinding } from '../../vault/index.ts';
import { findLostJournal } from './check-journal.ts';
import { checkKeptFiles } from './check-kept-files.ts';
import { backupKeyOf, judgeStore } from './judge-store.ts';
import { readNeededFiles } from './needed-files.ts';
import { neededMigrations } from './needed-migrations.ts';
import { makeManifest } from './repair-manifests.ts';
import { setAside } from './set-aside.ts';

export interface RepairOptions {
  /** Must be locked, and opened for repair. */
  readonly vault: Vault;
  readonly run: string;
  readonly isDryRun: boolean;
  readonly opening: OpenSourceOptions;
  readonly satchelVersion: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly signal: AbortSignal;
  /** Called when the result of one repair is known. */
  readonly onRepair: (repair: Repair) => void;
}

/** Something that is damaged, and what is done about it. */
export interface Repair {
  /** Below the vault's directory, with `/` between its parts. */
  readonly path: string;
  /** What was found, a sentence without final period. */
  readonly found: string;
  /** What is done; undefined where nothing can be. */
  readonly remedy: string | undefined;
  /** `planned` in a dry run. */
  readonly result: 'done' | 'planned' | 'impossible';
}

/**
 * Mends what can be mended from what is there: the marker, the journal, manifests from their archives, attachments and
 * repositories from the archives that hold them. What was damaged is set aside, and nothing is thrown away. The store is
 * not touched: `rebuildStore` makes that.
 */
export async function repairVault(options: RepairOptions): Promise<readonly Repair[]> {
  const repairs: Repair[] = [];
  const take: Take = (repair) => {
    repairs.push(repair);
    options.onRepair(repair);
  };
  await repairMarker(options, take);
  await repairManifests(options, take); // First, as the journal helps, and loses its damaged lines next.
  await repairJournal(options, take);
  await repairKeptFiles(options, take);
  await judgeRest(options, take);
  return repairs;
}

type Take = (repair: Repair) => void;

async function repairMarker({ vault, isDryRun }: RepairOptions, take: Take): Promise<void> {
  if (vault.hasMarker) {
    return;
  }
  if (!isDryRun) {
    await vault.writeMarker();
  }
  take({
    path: 'satchel-vault.json',
    found: 'The file that marks this directory as a vault is damaged or missing',
    remedy: 'rewritten',
    result: resultOf(isDryRun),
  });
}

async function repairManifests(options: RepairOptions, take: Take): Promise<void> {
  const { vault, isDryRun, clock } = options;
  const { manifests, faults } = await vault.shelf();
  const { lines } = await vault.journal.read();
  const damaged = faults.map(({ archive }) => archive);
  const spare = await listSpareFiles({
    vault,
    manifests,
    damaged,
    isMigrationNeeded: neededMigrations(lines, clock.now()),
  });
  const unlisted = spare.flatMap(({ kind, path }) =>
    kind === 'unlisted' ? [{ archive: path.replace(/^archives\//, ''), reason: 'it is not there' }] : [],
  );
  for (const { archive, reason } of [...faults, ...unlisted]) {
    const path = `manifests/${archive}.json`;
    const found = `The manifest of "${archive}" cannot be read: ${reason}`;
    try {
      const manifest = await makeManifest(archive, { ...options, lines });
      if (!isDryRun) {
        if (existsSync(join(vault.directory, path))) {
          await setAside(vault, path, clock);
        }
        await vault.addManifest(manifest);
      }
      const lost = 'rebuilt from the archive and the journal; results of comparisons and any pin are lost';
      take({ path, found, remedy: lost, result: resultOf(isDryRun) });
    } catch (error) {
      const obstacle = messageOfFailure(error);
      take({ path, found: `${found}; ${obstacle}`, remedy: undefined, result: 'impossible' });
    }
  }
}

async function repairJournal(options: RepairOptions, take: Take): Promise<void> {
  const { vault, isDryRun, clock, run } = options;
  const { lines, damagedLines } = await vault.journal.read();
  const lost = findLostJournal(await vault.manifests(), lines);
  if (damagedLines.length === 0 && lost === undefined) {
    return;
  }
  if (!isDryRun) {
    if (damagedLines.length > 0) {
      const copy = join(vault.directory, 'damaged', `${compactTime(clock.now())}-journal.log`);
      await vault.disk.makeDirectory(join(vault.directory, 'damaged'));
      await copyFile(join(vault.directory, 'journal.log'), copy);
      await vault.journal.rewrite(lines);
    }
    const journal = await vault.journal.open(run);
    await journal.write({ type: 'journal-mended', lostLines: damagedLines.length });
    await journal.close();
  }
  const found =
    damagedLines.length > 0 ? `Damaged lines of the journal: ${damagedLines.length}` : (lost ?? '');
  const remedy = 'the rest is kept, and gaps are recorded; repositories locked by a run may still be locked';
  take({ path: 'journal.log', found, remedy, result: resultOf(isDryRun) });
}

async function repairKeptFiles(options: RepairOptions, take: Take): Promise<void> {
  const { vault, isDryRun, opening, signal } = options;
  const manifests = await vault.manifests();
  const { lines } = await vault.journal.read();
  if (judgeStore(vault.storePath, manifests, lines).state !== 'there') {
    return; // What is needed is known once the store is made anew, and that brings the files too.
  }
  const damaged = await findDamagedFiles(options);
  if (damaged.size === 0) {
    return;
  }
  const holders = findHolders(vault.storePath, [...damaged.keys()], manifests);
  const troubles = new Map<string, string>();
  for (const [key, group] of isDryRun ? [] : holders.groups) {
    try {
      await restoreFiles({
        sources: await Promise.all(
          group.map(({ archive }) => openArchiveSource(vault.archivePath(archive), opening)),
        ),
        files: {
          folders: foldersIn(vault.directory),
          openRepositoryStage: (directory) => createGitStage({ directory }),
        },
        dbPath: vault.storePath,
        command: 'satchel vault repair',
        patience: waitForStore(signal, () => undefined),
        signal,
      });
    } catch (error) {
      troubles.set(key, messageOfFailure(error));
    }
  }
  const left = isDryRun ? new Map<string, VaultFinding>() : await findDamagedFiles(options);
  for (const [name, { path, message }] of damaged) {
    const holder = holders.byName.get(name);
    const isMended = isDryRun ? holder !== undefined : !left.has(name);
    const remedy = 'brought back from the archive';
    const reason = (holder && troubles.get(holder)) ?? 'no archive of the vault has an undamaged copy';
    take(
      isMended
        ? { path, found: message, remedy, result: resultOf(isDryRun) }
        : { path, found: `${message}; ${reason}`, remedy: undefined, result: 'impossible' },
    );
  }
}

/** By the digest or the name of the folder. Everything is read. */
async function findDamagedFiles({
  vault,
  random,
  signal,
}: RepairOptions): Promise<ReadonlyMap<string, VaultFinding>> {
  const needed = readNeededFiles(vault.storePath);
  const damaged = new Map<string, VaultFinding>();
  if (needed !== undefined) {
    const sample = { type: 'all' } as const;
    for await (const finding of checkKeptFiles({
      directory: vault.directory,
      needed,
      sample,
      random,
      signal,
    })) {
      if (finding.severity === 'error') {
        damaged.set(finding.path.split('/').at(-1) ?? '', finding);
      }
    }
  }
  return damaged;
}

interface Holders {
  /** The key of the group that holds a file. */
  readonly byName: ReadonlyMap<string, string>;
  readonly groups: ReadonlyMap<string, readonly Manifest[]>;
}

/** Which archives hold files, by the snapshots of the store: the newest of each. */
function findHolders(storePath: string, names: readonly string[], manifests: readonly Manifest[]): Holders {
  const byName = new Map<string, string>();
  const groups = new Map<string, readonly Manifest[]>();
  const store = openStore(storePath);
  try {
    const { rows } = store.query(
      `SELECT name, archive_name FROM (
         SELECT sha256 AS name, snapshot_id FROM kept_files
         UNION SELECT folder, snapshot_id FROM kept_repositories
       ) JOIN snapshots ON snapshots.id = snapshot_id WHERE name IN (SELECT value FROM json_each(:names))`,
      { parameters: { names: JSON.stringify(names) } },
    );
    for (const [name, archiveName] of rows) {
      const plain = String(archiveName).replace(/\.age$/, '');
      const manifest = manifests.find(({ archive }) => archive.replace(/\.age$/, '') === plain);
      if (manifest !== undefined) {
        const key = backupKeyOf(manifest);
        byName.set(String(name), key);
        groups.set(
          key,
          manifests.filter((other) => backupKeyOf(other) === key),
        );
      }
    }
  } finally {
    store.close();
  }
  return { byName, groups };
}

/** What this repair leaves as it is, and who can mend it. */
async function judgeRest({ vault }: RepairOptions, take: Take): Promise<void> {
  const manifests = await vault.manifests();
  const { lines } = await vault.journal.read();
  const { state, reason, lacking } = judgeStore(vault.storePath, manifests, lines);
  if (state !== 'there' ? state === 'damaged' || lacking.length > 0 : lacking.length > 0) {
    const found =
      reason ?? (state === 'absent' ? 'The store is missing' : `The store lacks ${lacking.length} archives`);
    take({
      path: 'store.db',
      found: `${found}; "satchel vault rebuild" loads what is missing`,
      remedy: undefined,
      result: 'impossible',
    });
  }
}

function resultOf(isDryRun: boolean): Repair['result'] {
  return isDryRun ? 'planned' : 'done';
}

/** What is no failure is a fault of ours, and is thrown on. */
function messageOfFailure(error: unknown): string {
  if (error instanceof Failure && error.code !== 'interrupted') {
    return error.message;
  }
  throw error;
}
