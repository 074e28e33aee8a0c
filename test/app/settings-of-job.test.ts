import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { settingsOfJob, withJob } from '../../src/app/settings-of-job.ts';
import { createProgram } from '../../src/cli/program.ts';
import { backupSettings } from '../../src/model/backup-settings.table.ts';
import { createCommandContext } from '../cli/support/recorded-context.ts';
import { examine } from '../config/support/write-config.ts';

/** Flags of `satchel backup` that no job can say, and why. */
const FLAGS_OF_NO_JOB: Readonly<Record<string, string>> = {
  account: 'a job names its account',
  job: 'it is one',
  baseUrl: 'of the account',
  dialect: 'of the account',
  tokenFile: 'of the account',
  caFile: 'of the account',
  allowStorageHost: 'of the account',
  migration: 'for one run',
  encryption: 'of the vault: it is declined for one run',
  dryRun: 'for people',
  allOrgs: 'a job has one owner, so that its age and its alerts are those of one owner',
  skipOrg: 'a job has one owner, so that its age and its alerts are those of one owner',
  logLevel: 'of the log of the configuration',
  logFile: 'of the log of the configuration',
  json: 'for people and programs that read along',
  jq: 'for people and programs that read along',
  quiet: 'for people and programs that read along',
  color: 'for people and programs that read along',
  debug: 'for people and programs that read along',
};

/** Settings of a job that are no flag of a backup: when it runs, and who is told. */
const OTHER_SETTINGS = [
  'account',
  'schedule',
  'time_zone',
  'jitter',
  'catch_up',
  'retries',
  'retry_delay',
  'notify',
  'max_age',
];

const program = await createProgram(['backup'], createCommandContext());
const options = program.commands.find((command) => command.name() === 'backup')?.options ?? [];

/** Names of the settings of a job as the schema has them; those of an inner object behind its name. */
function settingsOfSchema(): readonly string[] {
  const schema = JSON.parse(
    readFileSync(new URL('../../schemas/config.schema.json', import.meta.url), 'utf8'),
  );
  const inner = ['retention', 'encryption'];
  return Object.keys(schema.$defs.job.properties).flatMap((name) =>
    inner.includes(name)
      ? Object.keys(schema.$defs[name].properties).map((member) => `${name}.${member}`)
      : [name],
  );
}

/** Every choice that a job can make, each with a value of its kind. */
const FULL_JOB = `
accounts: { main: {} }
jobs:
  all:
    account: main
    vault: v
    organization: acme
    lfs: true
    owner: [acme]
    match: [acme/web-*]
    except: ["*/scratch-*"]
    visibility: [private]
    fork: "no"
    archived: only
    language: [Rust]
    topic: [cli]
    pushed_since: 90d
    pushed_before: 2026-01-31
    min_size: 1MiB
    max_size: 2GiB
    min_stars: 0
    max_stars: 900
    exclude: [repositories]
    leave_out: [metadata, git_data, attachments, releases, owner_projects]
    lock_repositories: true
    org_metadata_only: true
    with: [events]
    clone: [gists, stars]
    keep_git: false
    fresh: true
    split: 200
    at_once: 2
    delete_archive: true
    wait: false
    limit_rate: 2MiB
    poll_interval: 1s
    timeout: 2h
    skip_if_younger: 20h
    repositories: [acme/rocket]
    repositories_from: names.txt
    retention: { last: 3, hourly: 4, daily: unlimited, weekly: 6, monthly: 7, yearly: 8, within: 1y6m,
      within_hourly: 1d, within_daily: 2d, within_weekly: 3w, within_monthly: 4m, within_yearly: 5y,
      group_by: [account, selection] }
    encryption: { recipients: [age1qqqq], recipients_file: [keys.txt] }
    max_drop: "35%"
`;

const settingsOfJobs = backupSettings().flatMap(({ name, job }) => (job === null ? [] : { name, job }));

describe('settingsOfJob()', () => {
  it('has a setting for every flag of a backup, except for those that jobs cannot have', () => {
    const flags = options.map((option) => option.attributeName());
    const known = [...settingsOfJobs.map(({ name }) => name), ...Object.keys(FLAGS_OF_NO_JOB)];
    expect(known.toSorted()).toEqual([...new Set(flags)].toSorted());
  });

  it('has what the schema of a configuration has', () => {
    const places = settingsOfJobs.map(({ job }) => job.replace(/^leave_out\..*/, 'leave_out'));
    const settings = [...new Set(places), ...OTHER_SETTINGS];
    expect(settings.toSorted()).toEqual(settingsOfSchema().toSorted());
  });

  it('gives each flag a value as its command line would', async () => {
    const { configuration, lines } = await examine(FULL_JOB);
    expect(lines).toEqual([]);
    const [job] = configuration?.jobs ?? [];
    if (job === undefined) {
      throw new Error('There is no job');
    }
    const settings = settingsOfJob(job);
    const names = ['account', 'configuration', 'job', ...settingsOfJobs.map(({ name }) => name)];
    expect(Object.keys(settings).toSorted()).toEqual(names.toSorted());
    expect(settings).toMatchObject({
      match: ['acme/web-*'],
      fork: 'no',
      pushedSince: '90d',
      pushedBefore: '2026-01-31',
      minSize: 1024 ** 2,
      maxSize: 2 * 1024 ** 3,
      minStars: 0,
      maxStars: 900,
      split: 200,
      limitRate: 2 * 1024 ** 2,
      keepDaily: Number.POSITIVE_INFINITY,
      keepWithin: { years: 1, months: 6 },
      maxDrop: 0.35,
      wait: false,
      repositoriesFrom: expect.stringMatching(/\/names\.txt$/),
    });
  });

  it('holds for a command line that says nothing of them', async () => {
    const { configuration } = await examine(FULL_JOB);
    const [job] = configuration?.jobs ?? [];
    const { color: _, ...said } =
      program.commands.find((command) => command.name() === 'backup')?.opts() ?? {};
    const settings = job && withJob(said, job);
    expect(settings).toEqual(job && settingsOfJob(job));
    expect(settings).toMatchObject({ git: false, wait: false, recipient: ['age1qqqq'] });
  });

  it.each([
    ['max_drop: 35', 0.35],
    ['max_drop: "20%"', 0.2],
    ['max_drop: 0', 0],
    ['split: 5', undefined],
  ])('accepts %s, and leaves the usual share to the backup', async (line, share) => {
    const text = `accounts: {m: {}}\njobs:\n  a: {account: m, vault: v, ${line}}\n`;
    const { configuration, lines } = await examine(text);
    expect(lines).toEqual([]);
    const [job] = configuration?.jobs ?? [];
    expect(job && settingsOfJob(job).maxDrop).toBe(share);
  });

  it.each([
    'max_drop: 101',
    'max_drop: "120%"',
    'split: 0',
    'limit_rate: 0',
    'fork: yes',
    'pushed_since: soon',
    'max_size: large',
    'min_stars: -1',
  ])('refuses %s', async (line) => {
    const { lines } = await examine(`accounts: {m: {}}\njobs:\n  a: {account: m, vault: v, ${line}}\n`);
    expect(lines).toHaveLength(1);
  });
});
