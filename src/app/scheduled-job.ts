import { definedMembers } from '../base/json.ts';
import type { AccountSettings, Configuration, JobSettings } from '../config/configuration.ts';
import { isObjectLocation } from '../objects/object-location.ts';
import { systemZoneName } from '../schedule/run-times.ts';
import type { ScheduledJob } from '../schedule/scheduled-job.ts';

export function scheduledJobs({ jobs }: Configuration): readonly ScheduledJob[] {
  return jobs.filter(({ schedules }) => schedules.length > 0).map(scheduledJob);
}

/** Only one run at a time may use an account, a token, or a vault in a directory. */
export function scheduledJob(job: JobSettings): ScheduledJob {
  const vaultLane = isObjectLocation(job.backup.vault) ? [] : [`vault ${job.backup.vault}`];
  return {
    name: job.name,
    schedules: job.schedules,
    timeZone: job.timeZone ?? systemZoneName(),
    jitterMs: job.jitterMs,
    catchesUp: job.catchesUp,
    lanes: [`account ${job.account.name}`, ...vaultLane, `token ${tokenLane(job.account)}`],
    retries: job.retries,
    retryDelayMs: job.retryDelayMs,
    ...definedMembers({ maxAgeMs: job.maxAgeMs }),
  };
}

/** Accounts with the same source of their token share its limits. */
function tokenLane({ baseUrl = '', token, tokenFile, tokenCommand, appKeyFile }: AccountSettings): string {
  return JSON.stringify([baseUrl, token ?? tokenFile ?? tokenCommand ?? appKeyFile ?? '']);
}
