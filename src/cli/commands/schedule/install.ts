import { resolve } from 'node:path';
import type { Command } from 'commander';
import { loadConfiguration } from '../../../app/configuration.ts';
import { installUnits, planUnits } from '../../../app/install-units.ts';
import { Failure } from '../../../model/failure.ts';
import { UNIT_KINDS, type UnitKindName } from '../../../schedule/unit-kinds.table.ts';
import { type UnitFile, type UnitPlan, unitNameOf } from '../../../schedule/unit-plan.ts';
import type { CommandContext } from '../../context.ts';
import {
  addConfigurationFlag,
  type ConfigurationFlags,
  requireConfigurationPath,
} from '../../flags/configuration-flag.ts';
import { addFlag, addHelpEnd } from '../../flags/flags.ts';
import { jsonLine } from '../../output/json-names.ts';

type InstallFlags = ConfigurationFlags &
  Readonly<Partial<Record<UnitKindName, boolean>>> & {
    readonly write?: boolean;
    readonly directory?: string;
    readonly json?: boolean;
  };

const KINDS = Object.keys(UNIT_KINDS) as readonly UnitKindName[];

/** `satchel schedule install`: prints or installs the files that make other schedulers run the jobs. */
export function defineScheduleInstall(command: Command, context: CommandContext): void {
  addConfigurationFlag(command);
  for (const kind of KINDS) {
    addFlag(command, `--${kind}`, UNIT_KINDS[kind].summary);
  }
  addFlag(command, '--write', 'install the files where they belong, instead of printing them');
  addFlag(command, '--directory <dir>', 'with --write: write them to this folder instead');
  addHelpEnd(command, [
    'schedule install --systemd',
    'schedule install --systemd --write',
    'schedule install --cron --write',
  ]);
  command.action(async (flags: InstallFlags) => {
    const kind = chooseKind(flags);
    const configuration = await loadConfiguration(
      resolve(await requireConfigurationPath(flags, context)),
      context,
    );
    const plan = planUnits({ configuration, program: context.program }, context);
    if (flags.write !== true) {
      print(UNIT_KINDS[kind].write(plan), flags, context);
      return;
    }
    const { written, hasMadeEnvironmentFile } = await installUnits(kind, plan, flags.directory, context);
    context.stdout.write(
      flags.json === true ? jsonLine({ written }) : written.map((name) => `${name}\n`).join(''),
    );
    if (flags.json !== true) {
      context.stderr.write(`${nextSteps(kind, plan, hasMadeEnvironmentFile)}\n`);
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

function nextSteps(kind: UnitKindName, plan: UnitPlan, isMade: boolean): string {
  const { jobs, environmentFile, variables, isSystemWide } = plan;
  const manager = isSystemWide ? 'systemctl' : 'systemctl --user';
  const secrets =
    variables.length === 0
      ? ''
      : `Put ${variables.join(', ')} as NAME=value into ${environmentFile} (${isMade ? 'just created, ' : ''}mode 600). `;
  const linger = isSystemWide
    ? ''
    : '\nUser timers run only while the user is logged in; "loginctl enable-linger" lets them run always.';
  const names = jobs.map(({ name }) => name);
  const steps: Readonly<Record<UnitKindName, string>> = {
    systemd: `${secrets}Then: ${manager} daemon-reload && ${manager} enable --now ${names.map((name) => `${unitNameOf(plan, name)}.timer`).join(' ')}${linger}`,
    cron: `${secrets}The lines are in the crontab: see "crontab -l".`,
    launchd: `${secrets}Then: ${names.map((name) => `launchctl bootstrap gui/$(id -u) ~/Library/LaunchAgents/satchel.${plan.id}.${name}.plist`).join(' && ')}`,
  };
  return steps[kind];
}
