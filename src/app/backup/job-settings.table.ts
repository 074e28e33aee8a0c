import { parseSize } from '../../base/index.ts';
import type { JobSettings } from '../../config/index.ts';
import { KEEP_RULE_NAMES, parseCalendarSpan } from '../../vault/index.ts';

interface JobFlag {
  /** The setting, as the file spells it. */
  readonly setting: string;
  /** The member of the backup's flags, as commander names it. */
  readonly flag: string;
  /** What the job says of it; undefined: nothing. */
  readonly value: (job: JobSettings) => unknown;
  /** True where it chooses what is exported: named by hand, all of them are named by hand. */
  readonly isRequest?: boolean;
}

const leavesOut = (name: string) => (job: JobSettings) => job.leaveOut.includes(name) || undefined;
const choice = (setting: string) => (job: JobSettings) => job.choices[setting];
const choices = (isRequest: boolean, rows: Readonly<Record<string, string>>): readonly JobFlag[] =>
  Object.entries(rows).map(([setting, flag]) => ({ setting, flag, value: choice(setting), isRequest }));
const listOf = (values: readonly string[]) => (values.length === 0 ? undefined : values);

/** How each setting of a job becomes a flag of `satchel backup`. A test holds it to the flags and to the schema. */
export const JOB_FLAGS: readonly JobFlag[] = [
  { setting: 'organization', flag: 'org', value: ({ organization }) => organization },
  { setting: 'vault', flag: 'vault', value: ({ vault }) => vault },
  {
    setting: 'repositories',
    flag: 'repository',
    value: ({ repositories }) => repositories,
    isRequest: true,
  },
  ...choices(true, {
    repositories_from: 'repositoriesFrom',
    owner: 'owner',
    match: 'match',
    except: 'except',
    visibility: 'visibility',
    fork: 'fork',
    archived: 'archived',
    language: 'language',
    topic: 'topic',
    pushed_since: 'pushedSince',
    pushed_before: 'pushedBefore',
    exclude: 'exclude',
  }),
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
    isRequest: true,
  },
  { setting: 'with', flag: 'with', value: (job) => job.with },
  { setting: 'keep_git', flag: 'git', value: ({ keepsGit }) => keepsGit },
  ...choices(false, {
    fresh: 'fresh',
    split: 'split',
    at_once: 'atOnce',
    delete_archive: 'deleteArchive',
    wait: 'wait',
  }),
  {
    setting: 'limit_rate',
    flag: 'limitRate',
    value: ({ choices: { limit_rate: rate } }) => (rate === undefined ? undefined : parseSize(String(rate))),
  },
  { setting: 'poll_interval', flag: 'pollInterval', value: ({ pollIntervalMs }) => pollIntervalMs },
  { setting: 'timeout', flag: 'timeout', value: ({ timeoutMs }) => timeoutMs },
  { setting: 'skip_if_younger', flag: 'skipIfYounger', value: ({ skipIfYoungerMs }) => skipIfYoungerMs },
  ...KEEP_RULE_NAMES.map((rule) => ({
    setting: `retention.${rule}`,
    flag: `keep${titleOf(rule)}`,
    value: ({ retention }: JobSettings) =>
      retention[rule] === 'unlimited' ? Number.POSITIVE_INFINITY : retention[rule],
  })),
  ...KEEP_RULE_NAMES.map((rule) =>
    rule === 'last' ? ['within', 'keepWithin'] : [`within_${rule}`, `keepWithin${titleOf(rule)}`],
  ).map(([name = '', flag = '']) => ({
    setting: `retention.${name}`,
    flag,
    value: ({ retention }: JobSettings) =>
      retention[name] === undefined ? undefined : parseCalendarSpan(String(retention[name])),
  })),
  { setting: 'encryption.recipients', flag: 'recipient', value: ({ recipients }) => listOf(recipients) },
  {
    setting: 'encryption.recipients_file',
    flag: 'recipientsFile',
    value: ({ recipientsFiles }) => listOf(recipientsFiles),
  },
  {
    setting: 'max_drop',
    flag: 'maxDrop',
    value: ({ maxDropPercent }) => (maxDropPercent === undefined ? undefined : maxDropPercent / 100),
  },
];

function titleOf(rule: string): string {
  return `${rule.charAt(0).toUpperCase()}${rule.slice(1)}`;
}
