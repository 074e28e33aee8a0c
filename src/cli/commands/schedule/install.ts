import { realpathSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import {
  Failure,
  fileFailure,
  homeDirectory,
  makePrivateFolder,
  satchelVersion,
  systemErrorCode,
  userDirectory,
  writeWholeFile,
} from '../../../base/index.ts';
import { type Configuration, referencesIn } from '../../../config/index.ts';
import { UNIT_KINDS, type UnitFile, type UnitKindName, type UnitPlan } from '../../../schedule/index.ts';
import {
  addConfigurationFlag,
  type ConfigurationFlags,
  loadConfiguration,
  requireConfigurationPath,
} from '../../configuration.ts';
import type { CommandContext } from '../../context.ts';
import { addFlag, addHelpEnd } from '../../flags.ts';
import { jsonLine } from '../../json-names.ts';
import { scheduledJobs } from '../../schedule/scheduled-jobs.ts';
import { statePath } from '../../schedule/state-files.ts';
import { writeCrontab } from '../../schedule/write-crontab.ts';

type InstallFlags = ConfigurationFlags &
  Readonly<Partial<Record<UnitKindName, boolean>>> & {
    readonly write?: boolean;
    readonly directory?: string;
    readonly image?: string;
    readonly json?: boolean;
  };

const KINDS = Object.keys(UNIT_KINDS) as readonly UnitKindName[]; // Its own keys.

/** `satchel schedule install`: the files by which other schedulers run the jobs; printed, or written where they belong. */
export function defineScheduleInstall(command: Command, context: CommandContext): void {
  addConfigurationFlag(command);
  for (const kind of KINDS) {
    addFlag(command, `--${kind}`, UNIT_KINDS[kind].summary);
  }
  addFlag(command, '--write', 'install the files where they belong, instead of printing them');
  addFlag(command, '--directory <dir>', 'with --write: write them to this folder instead');
  addFlag(
    command,
    '--image <name>',
    `for Kubernetes: the image to run (default: satchel:${satchelVersion()})`,
  );
  addHelpEnd(command, [
    'schedule install --systemd',
    'schedule install --systemd --write',
    'schedule install --cron --write',
    'schedule install --kubernetes --image registry.example.org/satchel:1',
  ]);
  command.action(async (flags: InstallFlags) => {
    const kind = chooseKind(flags);
    const path = resolve(await requireConfigurationPath(flags, context));
    const configuration = await loadConfiguration(path, context);
    const plan = planOf(configuration, flags, context);
    const files = UNIT_KINDS[kind].write(plan);
    if (flags.write !== true) {
      print(files, flags, context);
      return;
    }
    const isMade = kind !== 'kubernetes' && (await makeEnvironmentFile(plan));
    if (kind === 'systemd' && flags.directory === undefined) {
      // A service that may write nowhere else cannot make them itself.
      await Promise.all(plan.writable.map(async (path) => await makePrivateFolder(path)));
    }
    const written =
      kind === 'cron' && flags.directory === undefined
        ? await writeCrontab(files, context)
        : await writeFiles(files, flags.directory ?? folderOf(kind, context));
    context.stdout.write(
      flags.json === true ? jsonLine({ written }) : written.map((name) => `${name}\n`).join(''),
    );
    const next = nextSteps(kind, plan, isMade);
    if (flags.json !== true && next !== undefined) {
      context.stderr.write(`${next}\n`);
    }
  });
}

function chooseKind(flags: InstallFlags): UnitKindName {
  const [kind, ...others] = KINDS.filter((name) => flags[name] === true);
  if (kind === undefined || others.length > 0) {
    const list = KINDS.map((name) => `--${name}`).join(', ');
    throw new Failure('usage', `Choose one target: ${list}`);
  }
  return kind;
}

function planOf(configuration: Configuration, { image }: InstallFlags, context: CommandContext): UnitPlan {
  const jobs = scheduledJobs(configuration);
  if (jobs.length === 0) {
    throw new Failure('usage', `Cannot install a schedule: no job of "${configuration.path}" has one`, {
      hint: 'Give a job a schedule, such as "0 3 * * *"',
    });
  }
  const home = homeDirectory(context.env);
  const vaults = configuration.jobs.filter(({ schedules }) => schedules.length > 0).map(({ vault }) => vault);
  const state = dirname(dirname(statePath(undefined, context)));
  return {
    jobs,
    program: [
      process.execPath,
      realpathSync(fileURLToPath(new URL('../../main.js', import.meta.url).href.replace('/src/', '/dist/'))),
    ],
    configPath: configuration.path,
    writable: [...new Set([...vaults, state, join(home, '.cache', 'satchel')])],
    environmentFile: join(dirname(configuration.path), 'environment'),
    variables: [...new Set(referencesIn(JSON.stringify(configuration)))],
    image: image ?? `satchel:${satchelVersion()}`,
    isSystemWide: isRoot(),
  };
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

function print(files: readonly UnitFile[], { json }: InstallFlags, context: CommandContext): void {
  if (json === true) {
    context.stdout.write(jsonLine({ files }));
    return;
  }
  const hasNames = files.length > 1;
  context.stdout.write(
    files.map(({ name, content }) => (hasNames ? `# ${name}\n${content}` : content)).join('\n'),
  );
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

function folderOf(kind: UnitKindName, { env }: CommandContext): string {
  const home = homeDirectory(env);
  const folders: Readonly<Record<UnitKindName, string>> = {
    systemd: isRoot()
      ? '/etc/systemd/system'
      : join(dirname(userDirectory('configuration', { env, home })), 'systemd', 'user'),
    launchd: join(home, 'Library', 'LaunchAgents'),
    kubernetes: '.',
    cron: '.',
  };
  return folders[kind];
}

/** Makes the file that is to hold the variables, for its owner alone, where it is not there yet. */
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

function nextSteps(kind: UnitKindName, plan: UnitPlan, isMade: boolean): string | undefined {
  const { jobs, environmentFile, variables, isSystemWide } = plan;
  const manager = isSystemWide ? 'systemctl' : 'systemctl --user';
  const secrets =
    variables.length === 0
      ? ''
      : `Put ${variables.join(', ')} as NAME=value into ${environmentFile} (${isMade ? 'made just now, ' : ''}mode 600). `;
  const linger = isSystemWide
    ? ''
    : '\nUser timers run only while the user is logged in; "loginctl enable-linger" lets them run always.';
  const names = jobs.map(({ name }) => name);
  const steps: Readonly<Partial<Record<UnitKindName, string>>> = {
    systemd: `${secrets}Then: ${manager} daemon-reload && ${manager} enable --now ${names.map((name) => `satchel-${name}.timer`).join(' ')}${linger}`,
    cron: `${secrets}The lines are in the crontab: see "crontab -l".`,
    launchd: `${secrets}Then: ${names.map((name) => `launchctl bootstrap gui/$(id -u) ~/Library/LaunchAgents/satchel.${name}.plist`).join(' && ')}`,
    kubernetes: 'Then: kubectl apply -f satchel-cronjobs.yaml',
  };
  return steps[kind];
}
