import { resolve } from 'node:path';
import type { JobSettings } from '../config/configuration.ts';
import { type JobHistory, readJobHistory } from '../keeping/job-history.ts';
import { openVaultAt } from '../keeping/open-vault-at.ts';
import { Failure } from '../model/failure.ts';
import type { ArchiveFacts } from '../schedule/scheduled-job.ts';
import type { Vault } from '../vault/vault.ts';
import { addressOf } from './choose-service.ts';
import { environmentOfJobs, usualSettings } from './configuration.ts';
import type { AppContext } from './context.ts';
import { configurationId } from './schedule/state-files.ts';

type VaultContext = Pick<AppContext, 'clock' | 'random' | 'signal' | 'env'>;

/** Older facts are read again: another scheduler, or a person, may have made a backup since. */
const MAX_AGE_MS = 5 * 60_000;

/** The histories of a configuration's jobs, from their vaults. */
export class JobHistories {
  readonly #jobs: () => readonly JobSettings[];
  readonly #context: VaultContext;
  readonly #known = new Map<string, { readonly readMs: number; readonly facts: ArchiveFacts | undefined }>();

  constructor(jobs: () => readonly JobSettings[], context: VaultContext) {
    this.#jobs = jobs;
    this.#context = context;
  }

  /** As last read; undefined if the vault cannot be read. */
  readonly factsOf = (job: string): ArchiveFacts | undefined => this.#known.get(job)?.facts;

  /** Reads histories that are unknown or outdated. Never throws: what cannot be read stays unknown. */
  async refresh(): Promise<void> {
    const nowMs = this.#context.clock.now();
    for (const { name } of this.#jobs()) {
      const ageMs = nowMs - (this.#known.get(name)?.readMs ?? Number.NEGATIVE_INFINITY);
      if (ageMs < 0 || ageMs >= MAX_AGE_MS) {
        await this.read(name);
      }
    }
  }

  /** Reads the history of one job again. */
  async read(name: string): Promise<ArchiveFacts | undefined> {
    const jobs = this.#jobs();
    const job = jobs.find((candidate) => candidate.name === name);
    const history = job && (await readHistoryOf(job, jobs, this.#context).catch(() => undefined));
    const facts = history && factsOf(history);
    this.#known.set(name, { readMs: this.#context.clock.now(), facts });
    return facts;
  }
}

/** The history of a job, from its vault. Without a vault there are no backups. */
export async function readHistoryOf(
  job: JobSettings,
  jobs: readonly JobSettings[],
  context: VaultContext,
): Promise<JobHistory> {
  const { name, account } = job;
  const { org: organization, vault: location } = job.backup;
  try {
    const env = environmentOfJobs(location, [job], context);
    const vault = await openVaultAt(location, { ...context, env });
    const otherJobs = jobs.filter((other) => other.name !== name).map((other) => other.name);
    const owner =
      organization === undefined
        ? ({ type: 'user' } as const)
        : ({ type: 'organization', name: organization } as const);
    const configuration = configurationId({ path: job.configuration });
    const identity = { name, configuration, otherJobs, baseUrl: addressOf(account).href, owner };
    return await readJobHistory(vault, identity, context.clock.now());
  } catch (error) {
    if (error instanceof Failure && error.code === 'absent') {
      return { lastRun: undefined, accountKey: undefined, lastGood: undefined };
    }
    throw error;
  }
}

function factsOf({ lastGood }: JobHistory): ArchiveFacts {
  return {
    lastGood: lastGood && {
      atMs: lastGood.atMs,
      summary: { ...lastGood.sizes, counts: lastGood.sizes.recordsByKind, isVerified: true },
    },
  };
}

/** The maximum ages that jobs with backups in this vault allow, by the key of their accounts. */
export async function usualMaxAges(
  { name, directory }: Vault,
  context: VaultContext,
): Promise<ReadonlyMap<string, number>> {
  // An unreadable configuration does not matter for a vault that was specified by a flag.
  const { jobs = [] } = (await usualSettings(context).catch(() => undefined)) ?? {};
  const allowed = new Map<string, number>();
  for (const job of jobs.filter(({ backup: { vault } }) => vault === name || resolve(vault) === directory)) {
    const { accountKey } = job.maxAgeMs === undefined ? {} : await readHistoryOf(job, jobs, context);
    if (accountKey !== undefined && job.maxAgeMs !== undefined) {
      allowed.set(accountKey, Math.min(job.maxAgeMs, allowed.get(accountKey) ?? job.maxAgeMs));
    }
  }
  return allowed;
}
