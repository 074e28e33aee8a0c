import { definedMembers, Failure, nearestName } from '../../base/index.ts';
import type { Configuration, JobSettings } from '../../config/index.ts';
import type { BackupFlags } from '../commands/backup.ts';
import { usualSettings } from '../configuration.ts';
import type { Context } from '../context.ts';
import { flagsOfJob } from './flags-of-job.ts';

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

/** Flags with what the job says beside them; what was given by hand wins. */
export function withJob(flags: BackupFlags, job: JobSettings): BackupFlags {
  return {
    ...flagsOfJob(job),
    job: job.name,
    account: job.account,
    ...(definedMembers(flags) as BackupFlags),
  };
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
          : `; there are ${names.join(', ')}`;
    throw new Failure(
      'usage',
      `Cannot run the job "${name}": the configuration has none of that name${help}`,
    );
  }
  return job;
}
