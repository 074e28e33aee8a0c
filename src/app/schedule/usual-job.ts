import { definedMembers, Failure, nearestName } from '../../base/index.ts';
import type { Configuration, JobSettings } from '../../config/index.ts';
import { MIGRATION_SWITCHES } from '../../model/index.ts';
import { usualSettings } from '../configuration.ts';
import type { Context } from '../context.ts';
import type { BackupFlags } from '../perform-backup.ts';
import type { ServiceFlags } from '../service-flags.ts';
import { flagsOfJob } from './flags-of-job.ts';
import { JOB_FLAGS } from './job-flags.table.ts';

type Whose = Pick<BackupFlags, 'account' | 'baseUrl' | 'job' | 'org' | 'vault'>;

/**
 * The job that a command means: the one that `--job` names, else the only one of the configuration, unless flags say whose
 * work is meant, or where it goes.
 */
export async function findUsualJob(
  { account, baseUrl, org, vault, job }: Whose,
  context: Context,
): Promise<JobSettings | undefined> {
  const isTold = [account, baseUrl, org, vault].some((flag) => flag !== undefined);
  if (isTold && job === undefined) {
    return undefined;
  }
  const configuration = await usualSettings(context);
  if (job !== undefined) {
    return requireJob(job, configuration);
  }
  const [only, ...others] = configuration?.jobs ?? [];
  return others.length === 0 ? only : undefined;
}

/** Flags with the account and the organization of the job that is meant, if any: whose work a backup would take. */
export async function withUsualOwner<Flags extends ServiceFlags>(
  flags: Flags,
  context: Context,
): Promise<Flags> {
  const job = await findUsualJob(flags, context);
  return job === undefined
    ? flags
    : { ...flags, account: job.account, ...definedMembers({ org: job.organization }) };
}

/**
 * Flags with what the job says beside them; what was given by hand wins. Where flags say which repositories, the job's own
 * choice is left out as a whole; a migration that is named says by itself what it holds.
 */
export function withJob(flags: BackupFlags, job: JobSettings): BackupFlags {
  const given = definedMembers(flags) as BackupFlags;
  const choosing = JOB_FLAGS.filter(({ isRequest }) => isRequest === true).map(({ flag }) => flag);
  const isChosen = choosing.some((flag) => flag in given);
  const left = new Set([
    ...(isChosen || given.migration !== undefined ? choosing : []),
    ...(given.migration === undefined ? [] : [...Object.keys(MIGRATION_SWITCHES), 'fresh', 'split']),
  ]);
  const own = Object.entries(flagsOfJob(job)).filter(([flag]) => !left.has(flag));
  return { ...(Object.fromEntries(own) as BackupFlags), job: job.name, account: job.account, ...given };
}

/** The job of that name. Fails with `usage` where there is none. */
export function requireJob(name: string, configuration: Configuration | undefined): JobSettings {
  const jobs = configuration?.jobs ?? [];
  const job = jobs.find((candidate) => candidate.name === name);
  if (job === undefined) {
    const names = jobs.map((candidate) => candidate.name);
    const nearest = nearestName(name, names);
    const help =
      nearest !== undefined
        ? `; did you mean "${nearest}"?`
        : names.length === 0
          ? ''
          : `, only ${names.join(', ')}`;
    throw new Failure(
      'usage',
      `Cannot run the job "${name}": the configuration has none of that name${help}`,
    );
  }
  return job;
}
