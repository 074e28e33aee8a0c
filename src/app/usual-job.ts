import { definedMembers } from '../base/json.ts';
import { nearestName } from '../base/nearest-name.ts';
import type { Configuration, JobSettings } from '../config/configuration.ts';
import { Failure } from '../model/failure.ts';
import type { BackupSettings } from './backup-settings.ts';
import { usualSettings } from './configuration.ts';
import type { AppContext } from './context.ts';
import type { ServiceSettings } from './service-settings.ts';

/**
 * The job to take defaults from: the named one, or else the only one of the configuration, unless the account or the
 * vault is given.
 */
export async function findUsualJob(
  { account, baseUrl, org, vault, job }: Partial<BackupSettings>,
  context: Pick<AppContext, 'env'>,
): Promise<JobSettings | undefined> {
  const isGiven = [account, baseUrl, org, vault].some((choice) => choice !== undefined);
  if (isGiven && job === undefined) {
    return undefined;
  }
  const configuration = await usualSettings(context);
  if (job !== undefined) {
    return requireJob(job, configuration);
  }
  const [only, ...others] = configuration?.jobs ?? [];
  return others.length === 0 ? only : undefined;
}

/** Adds the account and the organization of the job that a backup would use, if any. */
export async function withUsualOwner<Settings extends ServiceSettings>(
  settings: Settings,
  context: Pick<AppContext, 'env'>,
): Promise<Settings> {
  const job = await findUsualJob(settings, context);
  return job === undefined
    ? settings
    : { ...settings, account: job.account, ...definedMembers({ org: job.backup.org }) };
}

/** The job with this name. Fails with `usage` if there is none. */
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
    throw new Failure('usage', `Cannot run the job "${name}": the configuration has no such job${help}`);
  }
  return job;
}
