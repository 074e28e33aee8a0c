import { existsSync } from 'node:fs';
import { ageOf } from '../base/durations.ts';
import { definedMembers } from '../base/json.ts';
import { formatTimestamp } from '../base/timestamps.ts';
import { isOwnedBy, ofAccounts } from '../model/accounts.ts';
import type { ExitName } from '../model/exit-codes.table.ts';
import { listLostArchives } from '../vault/check-archives.ts';
import type { SnapshotSizes } from '../vault/find-drops.ts';
import { findHold } from '../vault/find-hold.ts';
import { readKeptSnapshots } from '../vault/forget-archives.ts';
import { groupSnapshots } from '../vault/group-snapshots.ts';
import type { KeptSnapshot } from '../vault/kept-snapshot.ts';
import { accountKeyOf, type Completeness, type Manifest } from '../vault/manifest.ts';
import { findOwedWork, type OwedWork } from '../vault/owed-work.ts';
import { type RunSummary, summarizeRuns } from '../vault/summarize-runs.ts';
import type { Vault, VaultEncryption } from '../vault/vault.ts';
import { findPlainArchives } from './check/left-archives.ts';
import { inspectStore, type StoreInspection } from './inspect-store.ts';
import { listClones } from './kept-clones.ts';

/** Which good backups a vault contains, and what is outstanding. */
export interface VaultStatus {
  readonly vault: string;
  /** Undefined if there is no store yet, or if it was not fetched. */
  readonly storePath: string | undefined;
  /** False if the store of a vault in object storage is not on this machine: then it is not examined. */
  readonly isStoreFetched: boolean;
  /** What is wrong with the store; undefined if it is complete. */
  readonly storeFault: string | undefined;
  readonly accounts: readonly AccountStatus[];
  /** The last run of a backup; undefined if there is none in the journal. */
  readonly lastRun: RunSummary | undefined;
  /** Outstanding requests to the service: repositories to unlock, archives to delete. */
  readonly owed: readonly OwedWork[];
  /** For whom the vault is encrypted; undefined if it is not. */
  readonly encryption: Pick<VaultEncryption, 'recipients' | 'extent' | 'change'> | undefined;
  /** File names of plain archives in a vault whose archives are encrypted. */
  readonly plainArchives: readonly string[];
  /** Plain names of archives that are missing together with their manifests, although no run has removed them. */
  readonly lostArchives: readonly string[];
  readonly clones: { readonly gists: number; readonly stars: number };
  /** File names of manifests that cannot be read. */
  readonly damagedManifests: readonly string[];
  /** The exit status for monitoring, by the worst account. */
  readonly exit: ExitName;
}

/** The backups of one account in a vault. */
export interface AccountStatus {
  readonly account: string;
  readonly baseUrl: string | undefined;
  /** The newest backup that is verified and present; one dated in the future only if there is no other. */
  readonly lastGood: GoodBackup | undefined;
  /** True if the last good backup is older than allowed, or its age is unknown. */
  readonly isOverdue: boolean;
  /** Why the newest archive is suspicious; undefined if it is not. */
  readonly suspicion: string | undefined;
  readonly archives: number;
  readonly verifiedArchives: number;
  readonly sizeBytes: number;
}

/** A backup that is verified and present. */
export interface GoodBackup {
  /** ISO 8601 in UTC. */
  readonly takenAt: string;
  /** Undefined if it is dated in the future. */
  readonly ageMs: number | undefined;
  readonly sizes: SnapshotSizes;
  readonly completeness: Completeness | undefined;
  /** Paths of its archives. */
  readonly paths: readonly string[];
}

interface StatusOptions {
  readonly vault: Vault;
  readonly nowMs: number;
  /** Maximum age of the last good backup of each account; unlimited by default. */
  readonly maxAgeMs: number | undefined;
  /** The same for single accounts, by their keys. */
  readonly maxAgeMsOf?: ReadonlyMap<string, number> | undefined;
  /** Limits the status to these accounts; work and runs of the others do not count. */
  readonly accounts?: readonly string[] | undefined;
  /** The share (0 to 1) by which the newest archive may be smaller. */
  readonly maxDrop: number;
}

/**
 * Reads manifests, sizes of archives and the journal; it neither opens archives nor changes anything. Fails with
 * `absent` if a named account has no archive.
 */
export async function readVaultStatus(options: StatusOptions): Promise<VaultStatus> {
  const { vault } = options;
  const { manifests, faults } = await vault.listManifests();
  const { lines } = await vault.journal.read();
  const groups = groupSnapshots(await readKeptSnapshots(vault), ['account']);
  const all = groups.map(({ snapshots }) => describeAccount(snapshots, manifests, options));
  const { accounts: asked } = options;
  const accounts = asked === undefined ? all : ofAccounts(all, asked, 'the vault has archives');
  const isAsked = (account: string) => asked === undefined || isOwnedBy(account, asked);
  const clones = await listClones(vault);
  const isStoreFetched = (await vault.origin?.isStoreFetched()) ?? true;
  const status = {
    vault: vault.name,
    storePath: isStoreFetched && existsSync(vault.storePath) ? vault.storePath : undefined,
    isStoreFetched,
    storeFault: isStoreFetched
      ? describeStoreFault(inspectStore(vault.storePath, manifests, lines))
      : undefined,
    accounts,
    // A run that ended before its account was known may be of any.
    lastRun: summarizeRuns(lines).findLast(({ account }) => account === undefined || isAsked(account)),
    owed: findOwedWork(lines).filter(({ account }) => isAsked(account)),
    encryption: encryptionOf(vault),
    plainArchives: await findPlainArchives(vault, lines),
    lostArchives: await listLostArchives(vault, {
      manifests,
      damaged: faults.map(({ archive }) => archive),
      lines,
    }),
    clones: { gists: clones.gists.length, stars: clones.stars.length },
    damagedManifests: faults.map(({ fileName }) => fileName),
  };
  return { ...status, exit: exitOf(status) };
}

function encryptionOf({ encryption }: Vault): VaultStatus['encryption'] {
  const { recipients, extent, change } = encryption;
  return recipients.length === 0 && change === undefined
    ? undefined
    : { recipients, extent, ...definedMembers({ change }) };
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
      takenAt: formatTimestamp(good.takenAtMs),
      ageMs,
      sizes: good.sizes,
      completeness: own.find(({ archive }) => good.archives.includes(archive))?.completeness,
      paths: good.archives.map((archive) => vault.archivePlace(archive)),
    },
    isOverdue: good !== undefined && allowedMs !== undefined && (ageMs === undefined || ageMs > allowedMs),
    suspicion: (undated && describeFuture(undated)) ?? findSuspicion(dated, maxDrop),
    archives: own.length,
    verifiedArchives: snapshots.filter(({ isVerified }) => isVerified).flatMap(({ archives }) => archives)
      .length,
    sizeBytes: snapshots.reduce((sum, { sizes }) => sum + sizes.bytes, 0),
  };
}

/** Why retention would remove nothing of a group: unlike archives are not compared. */
function findSuspicion(snapshots: readonly KeptSnapshot[], maxDrop: number): string | undefined {
  for (const group of groupSnapshots(snapshots)) {
    const hold = findHold(group.snapshots, maxDrop);
    if (hold !== undefined) {
      return hold;
    }
  }
  return undefined;
}

function describeStoreFault({ state, reason, lacking }: StoreInspection): string | undefined {
  const archives = `${lacking.length} ${lacking.length === 1 ? 'archive' : 'archives'}`;
  const cure = 'a rebuild of the vault loads what is missing';
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
  const takenAt = formatTimestamp(takenAtMs);
  return `"${archives[0]}" is dated in the future, ${takenAt}: is the clock of this machine right?`;
}

/** No good backup is `absent`, one that is too old `failed`; any other problem is a warning. */
function exitOf(status: Omit<VaultStatus, 'exit'>): ExitName {
  const { accounts, owed, lastRun, damagedManifests, lostArchives, plainArchives, storeFault, encryption } =
    status;
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
    encryption?.change !== undefined ||
    hasFailed(lastRun) ||
    accounts.some(
      ({ suspicion, lastGood }) => suspicion !== undefined || lastGood?.completeness?.isComplete === false,
    );
  return isLess ? 'warnings' : 'done';
}

/** Whether a run failed. One without an end was interrupted, or is in progress: its result is unknown. */
export function hasFailed(run: RunSummary | undefined): boolean {
  return run?.exit !== undefined && run.exit !== 'done' && run.exit !== 'warnings';
}
