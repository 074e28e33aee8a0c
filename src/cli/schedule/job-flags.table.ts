import type { JobSettings } from '../../config/index.ts';
import { parseCalendarSpan } from '../../vault/index.ts';

interface JobFlag {
  /** The member of the backup's flags, as commander names it. */
  readonly flag: string;
  /** What the job says of it; undefined: nothing. */
  readonly value: (job: JobSettings) => unknown;
  /** The setting, as the file spells it. */
  readonly setting: string;
}

const leavesOut = (name: string) => (job: JobSettings) => job.leaveOut.includes(name) || undefined;

/** How each setting of a job becomes a flag of `satchel backup`. */
export const JOB_FLAGS: readonly JobFlag[] = [
  { setting: 'organization', flag: 'org', value: ({ organization }) => organization },
  { setting: 'vault', flag: 'vault', value: ({ vault }) => vault },
  { setting: 'repositories', flag: 'repository', value: ({ repositories }) => repositories },
  {
    setting: 'lock_repositories',
    flag: 'lockRepositories',
    value: ({ locksRepositories }) => locksRepositories || undefined,
  },
  { setting: 'leave_out', flag: 'excludeMetadata', value: leavesOut('metadata') },
  { setting: 'leave_out', flag: 'excludeGitData', value: leavesOut('git_data') },
  { setting: 'leave_out', flag: 'excludeAttachments', value: leavesOut('attachments') },
  { setting: 'leave_out', flag: 'excludeReleases', value: leavesOut('releases') },
  { setting: 'leave_out', flag: 'excludeOwnerProjects', value: leavesOut('owner_projects') },
  {
    setting: 'org_metadata_only',
    flag: 'orgMetadataOnly',
    value: ({ hasOrgMetadataOnly }) => hasOrgMetadataOnly || undefined,
  },
  { setting: 'with', flag: 'with', value: (job) => job.with },
  { setting: 'keep_git', flag: 'git', value: ({ keepsGit }) => keepsGit },
  {
    setting: 'poll_interval',
    flag: 'pollInterval',
    value: ({ pollIntervalMs }) => pollIntervalMs,
  },
  { setting: 'timeout', flag: 'timeout', value: ({ timeoutMs }) => timeoutMs },
  {
    setting: 'skip_if_younger',
    flag: 'skipIfYounger',
    value: ({ skipIfYoungerMs }) => skipIfYoungerMs,
  },
  { setting: 'retention.last', flag: 'keepLast', value: ({ retention }) => retention.last },
  {
    setting: 'retention.hourly',
    flag: 'keepHourly',
    value: ({ retention }) => retention.hourly,
  },
  {
    setting: 'retention.daily',
    flag: 'keepDaily',
    value: ({ retention }) => retention.daily,
  },
  {
    setting: 'retention.weekly',
    flag: 'keepWeekly',
    value: ({ retention }) => retention.weekly,
  },
  {
    setting: 'retention.monthly',
    flag: 'keepMonthly',
    value: ({ retention }) => retention.monthly,
  },
  {
    setting: 'retention.yearly',
    flag: 'keepYearly',
    value: ({ retention }) => retention.yearly,
  },
  {
    setting: 'retention.within',
    flag: 'keepWithin',
    value: ({ retention: { within } }) => (within === undefined ? undefined : parseCalendarSpan(within)),
  },
  {
    setting: 'encryption.recipients',
    flag: 'recipient',
    value: ({ recipients }) => (recipients.length === 0 ? undefined : recipients),
  },
  { setting: 'max_drop', flag: 'maxDrop', value: ({ maxDropPercent }) => maxDropPercent / 100 },
];
