import { parseSize } from '../../base/index.ts';
import type { JobSettings } from '../../config/index.ts';
import { KEEP_RULE_NAMES, parseCalendarSpan } from '../../vault/index.ts';
import type { BackupChoices } from './backup-settings.ts';
import { titleOfRule } from './keep-policy.ts';

interface JobChoice {
  /** The name in the configuration file. */
  readonly setting: string;
  /** The corresponding option of a backup. */
  readonly choice: keyof BackupChoices;
  /** The value; undefined if the job does not set it. */
  readonly value: (job: JobSettings) => unknown;
  /** True if it selects what is exported: a selection on the command line replaces all of these. */
  readonly isRequest?: boolean;
}

const leavesOut = (name: string) => (job: JobSettings) => job.leaveOut.includes(name) || undefined;
const choices = (
  isRequest: boolean,
  rows: Readonly<Record<string, keyof BackupChoices>>,
): readonly JobChoice[] =>
  Object.entries(rows).map(([setting, choice]) => ({
    setting,
    choice,
    value: (job) => job.choices[setting],
    isRequest,
  }));
function sizeOf(setting: string) {
  return ({ choices: { [setting]: size } }: JobSettings) =>
    size === undefined ? undefined : parseSize(String(size));
}
const listOf = (values: readonly string[]) => (values.length === 0 ? undefined : values);

/** The options of a backup that the settings of a job correspond to. A test compares it with the flags and the schema. */
export const JOB_CHOICES: readonly JobChoice[] = [
  { setting: 'organization', choice: 'org', value: ({ organization }) => organization },
  { setting: 'vault', choice: 'vault', value: ({ vault }) => vault },
  {
    setting: 'repositories',
    choice: 'repository',
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
    min_stars: 'minStars',
    max_stars: 'maxStars',
    exclude: 'exclude',
  }),
  { setting: 'min_size', choice: 'minSize', value: sizeOf('min_size'), isRequest: true },
  { setting: 'max_size', choice: 'maxSize', value: sizeOf('max_size'), isRequest: true },
  {
    setting: 'lock_repositories',
    choice: 'lockRepositories',
    value: ({ locksRepositories }) => locksRepositories || undefined,
  },
  { setting: 'leave_out', choice: 'excludeMetadata', value: leavesOut('metadata') },
  { setting: 'leave_out', choice: 'excludeGitData', value: leavesOut('git_data') },
  { setting: 'leave_out', choice: 'excludeAttachments', value: leavesOut('attachments') },
  { setting: 'leave_out', choice: 'excludeReleases', value: leavesOut('releases') },
  { setting: 'leave_out', choice: 'excludeOwnerProjects', value: leavesOut('owner_projects') },
  {
    setting: 'org_metadata_only',
    choice: 'orgMetadataOnly',
    value: ({ hasOrgMetadataOnly }) => hasOrgMetadataOnly || undefined,
    isRequest: true,
  },
  { setting: 'with', choice: 'with', value: (job) => job.with },
  ...choices(false, { clone: 'clone' }),
  { setting: 'keep_git', choice: 'git', value: ({ keepsGit }) => keepsGit },
  ...choices(false, {
    fresh: 'fresh',
    split: 'split',
    at_once: 'atOnce',
    delete_archive: 'deleteArchive',
    wait: 'wait',
  }),
  { setting: 'limit_rate', choice: 'limitRate', value: sizeOf('limit_rate') },
  { setting: 'poll_interval', choice: 'pollInterval', value: ({ pollIntervalMs }) => pollIntervalMs },
  { setting: 'timeout', choice: 'timeout', value: ({ timeoutMs }) => timeoutMs },
  { setting: 'skip_if_younger', choice: 'skipIfYounger', value: ({ skipIfYoungerMs }) => skipIfYoungerMs },
  ...KEEP_RULE_NAMES.map((rule) => ({
    setting: `retention.${rule}`,
    choice: `keep${titleOfRule(rule)}` as const,
    value: ({ retention }: JobSettings) =>
      retention[rule] === 'unlimited' ? Number.POSITIVE_INFINITY : retention[rule],
  })),
  ...KEEP_RULE_NAMES.map((rule) =>
    rule === 'last'
      ? (['within', 'keepWithin'] as const)
      : ([`within_${rule}`, `keepWithin${titleOfRule(rule)}`] as const),
  ).map(([name, choice]) => ({
    setting: `retention.${name}`,
    choice,
    value: ({ retention }: JobSettings) =>
      retention[name] === undefined ? undefined : parseCalendarSpan(String(retention[name])),
  })),
  { setting: 'retention.group_by', choice: 'groupBy', value: ({ retention }) => retention['group_by'] },
  { setting: 'encryption.recipients', choice: 'recipient', value: ({ recipients }) => listOf(recipients) },
  {
    setting: 'encryption.recipients_file',
    choice: 'recipientsFile',
    value: ({ recipientsFiles }) => listOf(recipientsFiles),
  },
  {
    setting: 'max_drop',
    choice: 'maxDrop',
    value: ({ maxDropPercent }) => (maxDropPercent === undefined ? undefined : maxDropPercent / 100),
  },
];
