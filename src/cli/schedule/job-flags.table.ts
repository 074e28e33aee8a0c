import type { JobSettings } from '../../config/index.ts';

interface JobFlag {
  /** The member of the backup's flags, as commander names it. */
  readonly flag: string;
  /** What the job says of it; undefined: nothing. */
  readonly value: (job: JobSettings) => unknown;
  /** False: the backup has no such flag yet, and a job that needs it is refused rather than run without. */
  readonly isThere: boolean;
  /** The setting, as the file spells it. */
  readonly setting: string;
}

const leavesOut = (name: string) => (job: JobSettings) => job.leaveOut.includes(name) || undefined;

/** How each setting of a job becomes a flag of `satchel backup`. */
export const JOB_FLAGS: readonly JobFlag[] = [
  { setting: 'base_url', flag: 'baseUrl', isThere: true, value: ({ account }) => account.baseUrl },
  { setting: 'dialect', flag: 'dialect', isThere: true, value: ({ account }) => account.dialect },
  { setting: 'token_file', flag: 'tokenFile', isThere: true, value: ({ account }) => account.tokenFile },
  { setting: 'ca_file', flag: 'caFile', isThere: true, value: ({ account }) => account.caFile },
  {
    setting: 'allow_storage_host',
    flag: 'allowStorageHost',
    isThere: true,
    value: ({ account }) => account.allowStorageHost,
  },
  { setting: 'organization', flag: 'org', isThere: true, value: ({ organization }) => organization },
  { setting: 'vault', flag: 'vault', isThere: true, value: ({ vault }) => vault },
  { setting: 'repositories', flag: 'repository', isThere: true, value: ({ repositories }) => repositories },
  {
    setting: 'lock_repositories',
    flag: 'lockRepositories',
    isThere: true,
    value: ({ locksRepositories }) => locksRepositories || undefined,
  },
  { setting: 'leave_out', flag: 'excludeMetadata', isThere: true, value: leavesOut('metadata') },
  { setting: 'leave_out', flag: 'excludeGitData', isThere: true, value: leavesOut('git_data') },
  { setting: 'leave_out', flag: 'excludeAttachments', isThere: true, value: leavesOut('attachments') },
  { setting: 'leave_out', flag: 'excludeReleases', isThere: true, value: leavesOut('releases') },
  { setting: 'leave_out', flag: 'excludeOwnerProjects', isThere: true, value: leavesOut('owner_projects') },
  {
    setting: 'org_metadata_only',
    flag: 'orgMetadataOnly',
    isThere: true,
    value: ({ hasOrgMetadataOnly }) => hasOrgMetadataOnly || undefined,
  },
  { setting: 'with', flag: 'with', isThere: true, value: (job) => job.with },
  { setting: 'keep_git', flag: 'git', isThere: true, value: ({ keepsGit }) => keepsGit },
  {
    setting: 'poll_interval',
    flag: 'pollInterval',
    isThere: true,
    value: ({ pollIntervalMs }) => pollIntervalMs,
  },
  { setting: 'timeout', flag: 'timeout', isThere: true, value: ({ timeoutMs }) => timeoutMs },
  {
    setting: 'skip_if_younger',
    flag: 'skipIfYounger',
    isThere: false,
    value: ({ skipIfYoungerMs }) => skipIfYoungerMs,
  },
  { setting: 'retention.last', flag: 'keepLast', isThere: false, value: ({ retention }) => retention.last },
  {
    setting: 'retention.hourly',
    flag: 'keepHourly',
    isThere: false,
    value: ({ retention }) => retention.hourly,
  },
  {
    setting: 'retention.daily',
    flag: 'keepDaily',
    isThere: false,
    value: ({ retention }) => retention.daily,
  },
  {
    setting: 'retention.weekly',
    flag: 'keepWeekly',
    isThere: false,
    value: ({ retention }) => retention.weekly,
  },
  {
    setting: 'retention.monthly',
    flag: 'keepMonthly',
    isThere: false,
    value: ({ retention }) => retention.monthly,
  },
  {
    setting: 'retention.yearly',
    flag: 'keepYearly',
    isThere: false,
    value: ({ retention }) => retention.yearly,
  },
  {
    setting: 'retention.within',
    flag: 'keepWithin',
    isThere: false,
    value: ({ retention }) => retention.within,
  },
  {
    setting: 'encryption.recipients',
    flag: 'recipient',
    isThere: false,
    value: ({ recipients }) => (recipients.length === 0 ? undefined : recipients),
  },
];
