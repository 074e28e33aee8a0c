import { type JobHistory, readJobHistory } from '../../backup/index.ts';
import { Failure } from '../../base/index.ts';
import type { Configuration, JobSettings } from '../../config/index.ts';
import type { ArchiveFacts } from '../../schedule/index.ts';
import { openVault } from '../../vault/index.ts';
import type { Context } from '../context.ts';
import { addressOf } from '../service.ts';

/** Facts that are older are read again: another scheduler, or a person, may have made a backup since. */
const MAX_AGE_MS = 5 * 60_000;

/** What the vaults of a configuration tell of its jobs. */
export interface JobHistories {
  /** As last read; undefined where the vault cannot be read. */
  factsOf(job: string): ArchiveFacts | undefined;
  /** Reads what is not known, or not fresh. It never throws: what cannot be read is not known. */
  refresh(): Promise<void>;
  /** Reads one job again, whenever it was read last. */
  read(job: string): Promise<ArchiveFacts | undefined>;
}

export function createJobHistories(
  configuration: () => Configuration,
  context: Pick<Context, 'clock'>,
): JobHistories {
  const known = new Map<string, { readonly readMs: number; readonly facts: ArchiveFacts | undefined }>();
  const read = async (name: string) => {
    const { jobs } = configuration();
    const job = jobs.find((candidate) => candidate.name === name);
    const history = job && (await readHistoryOf(job, jobs, context).catch(() => undefined));
    const facts = history && factsOf(history);
    known.set(name, { readMs: context.clock.now(), facts });
    return facts;
  };
  return {
    factsOf: (job) => known.get(job)?.facts,
    read,
    async refresh() {
      const nowMs = context.clock.now();
      for (const { name } of configuration().jobs) {
        const ageMs = nowMs - (known.get(name)?.readMs ?? Number.NEGATIVE_INFINITY);
        if (ageMs < 0 || ageMs >= MAX_AGE_MS) {
          await read(name);
        }
      }
    },
  };
}

/** What the vault of a job tells of it. A vault that is not there yet tells that there is no backup. */
export async function readHistoryOf(
  job: JobSettings,
  jobs: readonly JobSettings[],
  { clock }: Pick<Context, 'clock'>,
): Promise<JobHistory> {
  const { name, organization, vault: directory } = job;
  try {
    const vault = await openVault(directory, { clock });
    const otherJobs = jobs.filter((other) => other.name !== name).map((other) => other.name);
    const owner =
      organization === undefined
        ? ({ type: 'user' } as const)
        : ({ type: 'organization', name: organization } as const);
    const identity = { name, otherJobs, baseUrl: addressOf(job.account).href, owner };
    return await readJobHistory(vault, identity, clock.now());
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
