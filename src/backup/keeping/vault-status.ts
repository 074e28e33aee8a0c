import { existsSync } from 'node:fs';
import { ageOf, type ExitName } from '../../base/index.ts';
import {
  accountKeyOf,
  type Completeness,
  findHold,
  findOwedWork,
  groupByAccount,
  type KeptSnapshot,
  listLostArchives,
  type Manifest,
  type OwedWork,
  type RunSummary,
  readKeptSnapshots,
  type SnapshotSizes,
  summarizeRuns,
  type Vault,
} from '../../vault/index.ts';
import { judgeStore, type StoreJudgement } from './judge-store.ts';
import { findPlainArchives } from './left-archives.ts';

/** Whether there is a good backup, of what, and what is owed. */
export interface VaultStatus {
  readonly vault: string;
  /** Undefined where there is none yet. */
  readonly storePath: string | undefined;
  /** What the store is not that it should be; undefined where it has all that it should. */
  readonly storeFault: string | undefined;
  readonly accounts: readonly AccountStatus[];
  /** The last run of a backup; undefined where the journal tells none. */
  readonly lastRun: RunSummary | undefined;
  /** Calls that are owed to the service: repositories to unlock, archives to delete. */
  readonly owed: readonly OwedWork[];
  /** File names of archives that interrupted runs were to encrypt, and that are plain still. */
  readonly plainArchives: readonly string[];
  /** Plain names of archives that are gone with their manifests, though no run has removed them. */
  readonly lostArchives: readonly string[];
  /** File names of manifests that cannot be read. */
  readonly damagedManifests: readonly string[];
  /** How a monitor should end: the gravest of all accounts. */
  readonly exit: ExitName;
}

/** The archives of one account. */
export interface AccountStatus {
  readonly account: string;
  readonly baseUrl: string | undefined;
  /** The newest backup that is verified and there; one that is dated in the future where there is no other. */
  readonly lastGood: GoodBackup | undefined;
  /** True where the last good backup is older than allowed, or nobody can tell how old it is. */
  readonly isOverdue: boolean;
  /** Why the newest archive is not to be trusted as it is; undefined where nothing speaks against it. */
  readonly suspicion: string | undefined;
  readonly archives: number;
  readonly verifiedArchives: number;
  readonly sizeBytes: number;
}

export interface GoodBackup {
  /** ISO 8601 in UTC. */
  readonly takenAt: string;
  /** Undefined where it is dated in the future. */
  readonly ageMs: number | undefined;
  readonly sizes: SnapshotSizes;
  readonly completeness: Completeness | undefined;
  /** Paths of its archives. */
  readonly paths: readonly string[];
}

interface StatusOptions {
  readonly vault: Vault;
  readonly nowMs: number;
  /** How old the last good backup of each account may be; any age without it. */
  readonly maxAgeMs: number | undefined;
  /** As above, for one account each, by its key. */
  readonly maxAgeMsOf?: ReadonlyMap<string, number>;
  /** Only these accounts, in lower case. */
  readonly accounts?: readonly string[] | undefined;
  /** How much less the newest archive may hold, of 1. */
  readonly maxDrop: number;
}

/** Reads manifests, sizes of archives and the journal; it opens no archive, and changes nothing. */
export async function readVaultStatus(options: StatusOptions): Promise<VaultStatus> {
  const { vault } = options;
  const { manifests, faults } = await vault.shelf();
  const { lines } = await vault.journal.read();
  const groups = [...groupByAccount(await readKeptSnapshots(vault)).values()];
  const accounts = groups
    .map((own) => describeAccount(own, manifests, options))
    .filter(({ account }) => options.accounts?.includes(account.toLowerCase()) !== false);
  const status = {
    vault: vault.directory,
    storePath: existsSync(vault.storePath) ? vault.storePath : undefined,
    storeFault: describeStoreFault(judgeStore(vault.storePath, manifests, lines)),
    accounts,
    lastRun: summarizeRuns(lines).at(-1),
    owed: findOwedWork(lines),
    plainArchives: await findPlainArchives(vault, lines),
    lostArchives: await listLostArchives(vault, {
      manifests,
      damaged: faults.map(({ archive }) => archive),
      lines,
    }),
    damagedManifests: faults.map(({ fileName }) => fileName),
  };
  return { ...status, exit: exitOf(status) };
}

function describeAccount(
  snapshots: readonly KeptSnapshot[],
  manifests: readonly Manifest[],
  { vault, nowMs, maxAgeMs, maxAgeMsOf, maxDrop }: StatusOptions,
): AccountStatus {
  const accountKey = snapshots[0]?.accountKey ?? '';
  const allowedMs = maxAgeMs ?? maxAgeMsOf?.get(accountKey);
  const dated = snapshots.filter(({ takenAtMs }) => ageOf(takenAtMs, nowMs) !== undefined);
  const undated = snapshots.find((snapshot) => !dated.includes(snapshot));
  const verified = (list: readonly KeptSnapshot[]) => list.findLast(({ isVerified }) => isVerified);
  const good = verified(dated) ?? verified(snapshots);
  const own = manifests.filter((manifest) => accountKeyOf(manifest) === accountKey);
  const ageMs = good && ageOf(good.takenAtMs, nowMs);
  return {
    account: snapshots[0]?.account ?? '',
    baseUrl: own.at(-1)?.baseUrl,
    lastGood: good && {
      takenAt: new Date(good.takenAtMs).toISOString(),
      ageMs,
      sizes: good.sizes,
      completeness: own.find(({ archive }) => good.archives.includes(archive))?.completeness,
      paths: good.archives.map((archive) => vault.archivePath(archive)),
    },
    isOverdue: good !== undefined && allowedMs !== undefined && (ageMs === undefined || ageMs > allowedMs),
    suspicion: (undated && describeFuture(undated)) ?? findHold(dated, maxDrop),
    archives: own.length,
    verifiedArchives: snapshots.filter(({ isVerified }) => isVerified).flatMap(({ archives }) => archives)
      .length,
    sizeBytes: snapshots.reduce((sum, { sizes }) => sum + sizes.bytes, 0),
  };
}

function describeStoreFault({ state, reason, lacking }: StoreJudgement): string | undefined {
  const archives = `${lacking.length} ${lacking.length === 1 ? 'archive' : 'archives'}`;
  const cure = '"satchel vault rebuild" loads what is missing';
  if (state === 'damaged') {
    return `${reason}; ${cure}`;
  }
  if (lacking.length === 0) {
    return undefined;
  }
  return state === 'absent'
    ? `it is missing, and should have ${archives}; ${cure}`
    : `it has no snapshot of ${archives}; ${cure}`;
}

function describeFuture({ archives, takenAtMs }: KeptSnapshot): string {
  const takenAt = new Date(takenAtMs).toISOString();
  return `"${archives[0]}" is dated in the future, ${takenAt}: is the clock of this machine right?`;
}

/** No good backup at all is `absent`, one that is too old `failed`; whatever is less than good is a warning. */
function exitOf(status: Omit<VaultStatus, 'exit'>): ExitName {
  const { accounts, owed, lastRun, damagedManifests, lostArchives, plainArchives, storeFault } = status;
  if (accounts.length === 0 || accounts.some(({ lastGood }) => lastGood === undefined)) {
    return 'absent';
  }
  if (accounts.some(({ isOverdue }) => isOverdue)) {
    return 'failed';
  }
  const isLess =
    owed.length > 0 ||
    storeFault !== undefined ||
    damagedManifests.length > 0 ||
    lostArchives.length > 0 ||
    plainArchives.length > 0 ||
    isBad(lastRun) ||
    accounts.some(
      ({ suspicion, lastGood }) => suspicion !== undefined || lastGood?.completeness?.isComplete === false,
    );
  return isLess ? 'warnings' : 'done';
}

/** A run that has no end was interrupted, or is under way: there is nothing to say about it yet. */
function isBad(run: RunSummary | undefined): boolean {
  return run?.exit !== undefined && run.exit !== 'done' && run.exit !== 'warnings';
}
