import { ageOf } from '../base/durations.ts';
import type { MigrationOwner } from '../model/migrations.ts';
import type { SnapshotSizes } from '../vault/find-drops.ts';
import { readKeptSnapshots } from '../vault/forget-archives.ts';
import { accountKeyOf, type Manifest } from '../vault/manifest.ts';
import { type RunSummary, summarizeRuns } from '../vault/summarize-runs.ts';
import type { Vault } from '../vault/vault.ts';

/** The history of a job in its vault, whether run by a daemon, cron, or a person. */
export interface JobHistory {
  /** The run that began last; undefined if there is none. */
  readonly lastRun: RunSummary | undefined;
  /** The account of the job, in the format of `accountKeyOf`; undefined if unknown. */
  readonly accountKey: string | undefined;
  /** The newest backup that is verified and present. */
  readonly lastGood: LastGood | undefined;
}

export interface LastGood {
  /** When it was taken. */
  readonly atMs: number;
  readonly sizes: SnapshotSizes;
}

/** Identifies a job in its vault. */
export interface JobIdentity {
  readonly name: string;
  /** Distinguishes its configuration from others, whose jobs may have the same name, account and vault. */
  readonly configuration: string;
  /** Other jobs of it, which may store archives of the same account in the same vault: theirs do not count. */
  readonly otherJobs: readonly string[];
  readonly baseUrl: string;
  readonly owner: MigrationOwner;
}

/** Reads the history of a job in its vault. Runs without a job count for any job of the same account. */
export async function readJobHistory(vault: Vault, job: JobIdentity, nowMs: number): Promise<JobHistory> {
  const runs = summarizeRuns((await vault.journal.read()).lines);
  const others = new Set(job.otherJobs);
  const isOfOther = (run: RunSummary) =>
    run.job !== undefined &&
    (others.has(run.job) || (run.configuration ?? job.configuration) !== job.configuration);
  const own = runs.filter((run) => !isOfOther(run) && (run.job === job.name || isSameAccount(run, job)));
  const { owner, baseUrl } = job;
  const manifests = await vault.manifests();
  const account =
    owner.type === 'organization' ? owner.name : (accountOf(own, job) ?? onlyAccountAt(baseUrl, manifests));
  const accountKey = account === undefined ? undefined : accountKeyOf({ account, baseUrl });
  const lastGood = await findLastGood(vault, { accountKey, isOfOther, runs, manifests, nowMs });
  return { lastRun: own.at(-1), accountKey, lastGood };
}

interface Known {
  readonly accountKey: string | undefined;
  readonly isOfOther: (run: RunSummary) => boolean;
  readonly runs: readonly RunSummary[];
  readonly manifests: readonly Manifest[];
  readonly nowMs: number;
}

async function findLastGood(
  vault: Vault,
  { accountKey: key, isOfOther, runs, manifests, nowMs }: Known,
): Promise<LastGood | undefined> {
  const backupsOfOthers = new Set(runs.filter(isOfOther).map(({ backup }) => backup));
  const foreign = new Set(
    manifests.flatMap(({ backup, archive }) =>
      backup !== undefined && backupsOfOthers.has(backup) ? [archive] : [],
    ),
  );
  const good = (await readKeptSnapshots(vault)).findLast(
    ({ accountKey, isVerified, archives, takenAtMs }) =>
      accountKey === key &&
      isVerified &&
      ageOf(takenAtMs, nowMs) !== undefined &&
      !archives.some((archive) => foreign.has(archive)),
  );
  return good && { atMs: good.takenAtMs, sizes: good.sizes };
}

/**
 * The account of the token in the last run of the job; if the job has none, that of the other runs if it is the only
 * one.
 */
function accountOf(own: readonly RunSummary[], { name }: JobIdentity): string | undefined {
  const byName = own.findLast(({ job, account }) => job === name && account !== undefined)?.account;
  const [only, ...others] = new Set(own.flatMap(({ account }) => account?.toLowerCase() ?? []));
  return byName ?? (others.length === 0 ? only : undefined);
}

/** The account in the manifests if there is only one: the journal may be lost, or the vault filled by imports. */
function onlyAccountAt(baseUrl: string, manifests: readonly Manifest[]): string | undefined {
  const there = manifests.filter(
    (manifest) => accountKeyOf(manifest) === accountKeyOf({ account: manifest.account, baseUrl }),
  );
  const [only, ...others] = new Set(there.map(({ account }) => account.toLowerCase()));
  return others.length === 0 ? only : undefined;
}

function isSameAccount(run: RunSummary, { baseUrl, owner }: JobIdentity): boolean {
  return run.baseUrl === baseUrl && JSON.stringify(run.owner) === JSON.stringify(owner);
}
