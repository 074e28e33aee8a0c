import { writeFile } from 'node:fs/promises';
import { dirname, join, parse, resolve } from 'node:path';
import { systemErrorCode } from '../base/failure.ts';
import { fileFailure } from '../base/file-failure.ts';
import { makePrivateFolder } from '../base/make-folder.ts';
import { NEUTRAL_FOLDER, plainVariables, runProgram } from '../base/run-program.ts';
import { homeDirectory, userDirectory } from '../base/user-directories.ts';
import { writeWholeFile } from '../base/whole-file.ts';
import type { Configuration } from '../config/configuration.ts';
import { referencesIn } from '../config/environment.ts';
import { Failure } from '../model/failure.ts';
import { isObjectLocation } from '../objects/object-location.ts';
import { withCrontabLines } from '../schedule/crontab.ts';
import { UNIT_KINDS, type UnitKindName } from '../schedule/unit-kinds.table.ts';
import type { UnitFile, UnitPlan } from '../schedule/unit-plan.ts';
import type { AppContext } from './context.ts';
import { configurationId, statePath } from './schedule/state-files.ts';
import { scheduledJobs } from './scheduled-job.ts';

const CRONTAB_TIMEOUT_MS = 10_000;
const MAX_CRONTAB_LENGTH = 1024 * 1024;

interface PlanOptions {
  readonly configuration: Configuration;
  /** The command line that starts Satchel. */
  readonly program: readonly string[];
}

/** What other schedulers should run. Fails with `usage` if no job has a schedule. */
export function planUnits(
  { configuration, program }: PlanOptions,
  context: Pick<AppContext, 'env'>,
): UnitPlan {
  const jobs = scheduledJobs(configuration);
  if (jobs.length === 0) {
    throw new Failure('usage', `Cannot install a schedule: no job in "${configuration.path}" has one`, {
      hint: 'Give a job a schedule, such as "0 3 * * *"',
    });
  }
  requireOneLine([configuration.path, ...configuration.jobs.map(({ backup }) => backup.vault), ...program]);
  const home = homeDirectory(context.env);
  const vaults = configuration.jobs
    .filter(({ schedules, backup }) => schedules.length > 0 && !isObjectLocation(backup.vault))
    .map(({ backup }) => backup.vault);
  const state = dirname(dirname(dirname(statePath({ configuration }, context))));
  const { dir, name } = parse(configuration.path);
  return {
    jobs,
    program,
    id: configurationId(configuration),
    configPath: configuration.path,
    writable: [...new Set([...vaults, state, join(home, '.cache', 'satchel')])],
    environmentFile: join(dir, `${name}.environment`),
    variables: [...new Set(referencesIn(JSON.stringify(configuration)))],
    isSystemWide: process.getuid?.() === 0,
  };
}

/** Crontabs and units are made of lines: a path with a line feed would begin another entry. */
function requireOneLine(paths: readonly string[]): void {
  const path = paths.find((each) => /\p{Cc}/u.test(each));
  if (path !== undefined) {
    throw new Failure(
      'usage',
      `Cannot install a schedule: the path ${JSON.stringify(path)} contains a control character`,
      { commandHint: 'Rename it, or let "satchel schedule run" keep the jobs' },
    );
  }
}

/** The written files, and whether the file for the variables was created. */
export interface Installation {
  readonly written: readonly string[];
  readonly hasMadeEnvironmentFile: boolean;
}

/** Writes units to the folder of their scheduler, or to `directory`. */
export async function installUnits(
  kind: UnitKindName,
  plan: UnitPlan,
  directory: string | undefined,
  context: AppContext,
): Promise<Installation> {
  const files = UNIT_KINDS[kind].write(plan);
  const hasMadeEnvironmentFile = await makeEnvironmentFile(plan);
  if (kind === 'systemd' && directory === undefined) {
    // The service cannot create them itself, because it cannot write anywhere else.
    await Promise.all(plan.writable.map(async (path) => await makePrivateFolder(path)));
  }
  const written =
    kind === 'cron' && directory === undefined
      ? await writeCrontab(files, plan, context)
      : await writeFiles(files, directory ?? folderOf(kind, plan, context));
  return { written, hasMadeEnvironmentFile };
}

async function writeFiles(files: readonly UnitFile[], folder: string): Promise<readonly string[]> {
  const paths: string[] = [];
  for (const { name, content } of files) {
    const path = resolve(folder, name);
    await writeWholeFile(path, content);
    paths.push(path);
  }
  return paths;
}

function folderOf(kind: UnitKindName, { isSystemWide }: UnitPlan, { env }: Pick<AppContext, 'env'>): string {
  const home = homeDirectory(env);
  const folders: Readonly<Record<UnitKindName, string>> = {
    systemd: isSystemWide
      ? '/etc/systemd/system'
      : join(dirname(userDirectory('configuration', { env, home })), 'systemd', 'user'),
    launchd: join(home, 'Library', 'LaunchAgents'),
    cron: '.',
  };
  return folders[kind];
}

/** Creates the file for the variables with mode 0600, unless it exists. */
async function makeEnvironmentFile({ environmentFile, variables }: UnitPlan): Promise<boolean> {
  if (variables.length === 0) {
    return false;
  }
  const lines = [
    '# One NAME=value per line. This is not a shell script.',
    ...variables.map((name) => `# ${name}=`),
    '',
  ];
  try {
    await writeFile(environmentFile, lines.join('\n'), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (systemErrorCode(error) === 'EEXIST') {
      return false;
    }
    throw fileFailure(error, 'write', environmentFile);
  }
}

/**
 * Adds the lines of a configuration to the user's crontab with the `crontab` program; all other lines, those of other
 * configurations included, stay unchanged.
 */
async function writeCrontab(
  files: readonly UnitFile[],
  plan: UnitPlan,
  context: AppContext,
): Promise<readonly string[]> {
  const lines = files.map(({ content }) => content).join('');
  const present = await crontab(['-l'], '', context).catch((error: unknown) => {
    if (error instanceof Failure && /no crontab/i.test(error.message)) {
      return ''; // For a user without a crontab, the program exits with an error.
    }
    throw error; // Otherwise the existing lines would be lost.
  });
  await crontab(['-'], withCrontabLines(present, lines, plan), context);
  return ['crontab'];
}

async function crontab(args: readonly string[], input: string, context: AppContext): Promise<string> {
  const { env, signal } = context;
  const { trouble, isMissing, stdout, stderr } = await runProgram({
    command: ['crontab', ...args],
    env: plainVariables(env),
    directory: NEUTRAL_FOLDER,
    input,
    signal,
    timeoutMs: CRONTAB_TIMEOUT_MS,
    maxOutputLength: MAX_CRONTAB_LENGTH,
  });
  if (isMissing) {
    throw new Failure('absent', 'Cannot write the crontab: there is no crontab program', {
      commandHint: 'Install cron, or print the lines without --write',
    });
  }
  if (trouble !== undefined) {
    throw new Failure('file-system', `Cannot write the crontab: ${stderr.trim() || trouble}`);
  }
  return stdout;
}
