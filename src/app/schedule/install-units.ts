import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import {
  Failure,
  fileFailure,
  homeDirectory,
  makePrivateFolder,
  satchelVersion,
  systemErrorCode,
  userDirectory,
  writeWholeFile,
} from '../../base/index.ts';
import { type Configuration, referencesIn } from '../../config/index.ts';
import {
  UNIT_KINDS,
  type UnitFile,
  type UnitKindName,
  type UnitPlan,
  withCrontabLines,
} from '../../schedule/index.ts';
import type { AppContext } from '../context.ts';
import { scheduledJobs } from './scheduled-job.ts';
import { statePath } from './state-files.ts';

const CRONTAB_TIMEOUT_MS = 10_000;

interface PlanOptions {
  readonly configuration: Configuration;
  /** The words by which Satchel is started. */
  readonly program: readonly string[];
  /** For Kubernetes. */
  readonly image: string | undefined;
}

/** What other schedulers are to run. Fails with `usage` where no job has a schedule. */
export function planUnits(
  { configuration, program, image }: PlanOptions,
  context: Pick<AppContext, 'env'>,
): UnitPlan {
  const jobs = scheduledJobs(configuration);
  if (jobs.length === 0) {
    throw new Failure('usage', `Cannot install a schedule: no job of "${configuration.path}" has one`, {
      hint: 'Give a job a schedule, such as "0 3 * * *"',
    });
  }
  requireOneLine([configuration.path, ...configuration.jobs.map(({ vault }) => vault), ...program]);
  const home = homeDirectory(context.env);
  const vaults = configuration.jobs.filter(({ schedules }) => schedules.length > 0).map(({ vault }) => vault);
  const state = dirname(dirname(statePath(undefined, context)));
  return {
    jobs,
    program,
    configPath: configuration.path,
    writable: [...new Set([...vaults, state, join(home, '.cache', 'satchel')])],
    environmentFile: join(dirname(configuration.path), 'environment'),
    variables: [...new Set(referencesIn(JSON.stringify(configuration)))],
    image: image ?? `satchel:${satchelVersion()}`,
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
      { hint: 'Rename it, or let "satchel schedule run" keep the jobs' },
    );
  }
}

/** What was written, and whether the file for the variables was made. */
export interface Installation {
  readonly written: readonly string[];
  readonly hasMadeEnvironmentFile: boolean;
}

/** Writes units where their scheduler looks for them, or into `directory`. */
export async function installUnits(
  kind: UnitKindName,
  plan: UnitPlan,
  directory: string | undefined,
  context: AppContext,
): Promise<Installation> {
  const files = UNIT_KINDS[kind].write(plan);
  const hasMadeEnvironmentFile = kind !== 'kubernetes' && (await makeEnvironmentFile(plan));
  if (kind === 'systemd' && directory === undefined) {
    // A service that may write nowhere else cannot make them itself.
    await Promise.all(plan.writable.map(async (path) => await makePrivateFolder(path)));
  }
  const written =
    kind === 'cron' && directory === undefined
      ? await writeCrontab(files, context)
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
    kubernetes: '.',
    cron: '.',
  };
  return folders[kind];
}

/** Makes the file that is to hold the variables, for its owner alone, where there is none yet. */
async function makeEnvironmentFile({ environmentFile, variables }: UnitPlan): Promise<boolean> {
  if (variables.length === 0) {
    return false;
  }
  const lines = [
    '# NAME=value, one a line; no shell reads it.',
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

/** Puts our lines into the user's crontab by the `crontab` program; all other lines stay as they are. */
async function writeCrontab(files: readonly UnitFile[], context: AppContext): Promise<readonly string[]> {
  const lines = files.map(({ content }) => content).join('');
  const present = await crontab(['-l'], '', context).catch((error: unknown) => {
    if (error instanceof Failure && /no crontab/i.test(error.message)) {
      return ''; // A user without a crontab has none to list, which is an error to the program.
    }
    throw error; // To go on would lose the lines that are there.
  });
  await crontab(['-'], withCrontabLines(present, lines), context);
  return ['crontab'];
}

async function crontab(args: readonly string[], input: string, context: AppContext): Promise<string> {
  const { env, signal } = context;
  return await new Promise((resolve, reject) => {
    const options = { env, signal, timeout: CRONTAB_TIMEOUT_MS };
    const child = execFile('crontab', args, options, (error, stdout, stderr) => {
      if (error === null) {
        resolve(stdout);
      } else if (error.code === 'ENOENT') {
        const hint = 'Install cron, or print the lines without --write';
        const message = 'Cannot write the crontab: there is no crontab program';
        reject(new Failure('absent', message, { cause: error, hint }));
      } else {
        reject(new Failure('file-system', `Cannot write the crontab: ${stderr.trim()}`, { cause: error }));
      }
    });
    child.stdin?.on('error', () => undefined); // One that reads nothing says so by its status.
    child.stdin?.end(input);
  });
}
