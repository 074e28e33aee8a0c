import type { Command } from 'commander';
import {
  type Configuration,
  type ConfigurationReading,
  examineConfiguration,
  referencesIn,
} from '../../../config/index.ts';
import {
  addConfigurationFlag,
  type ConfigurationFlags,
  judgeTimes,
  requireConfigurationPath,
} from '../../configuration.ts';
import type { CommandContext } from '../../context.ts';
import { addHelpEnd } from '../../flags.ts';
import { jsonLine } from '../../json-names.ts';
import { countText } from '../../render/count-text.ts';

interface CheckFlags extends ConfigurationFlags {
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** `satchel config check`: 0 where all is right, 3 where a variable is not set here, 2 where the file is wrong. */
export function defineConfigCheck(command: Command, context: CommandContext): void {
  addConfigurationFlag(command);
  addHelpEnd(command, ['config check', 'config check --config team.toml --json']);
  command.action(async (flags: CheckFlags) => {
    const path = await requireConfigurationPath(flags, context);
    const reading = await examineConfiguration(path, { env: context.env, judgeTimes });
    const warnings = reading.configuration === undefined ? [] : warningsOf(reading.configuration, context);
    const isValid = reading.problems.length === 0;
    if (flags.json === true) {
      context.stdout.write(jsonLine({ path, isValid, problems: reading.problems, warnings }));
    } else {
      context.stdout.write(describe(reading, warnings, flags.quiet === true));
    }
    if (!isValid || warnings.length > 0) {
      context.endWith(isValid ? 'warnings' : 'usage');
    }
  });
}

/** What is right in the file and will not work here. */
function warningsOf(configuration: Configuration, { env }: CommandContext): readonly string[] {
  const names = new Set(referencesIn(JSON.stringify(configuration)));
  const unset = [...names].filter((name) => (env[name] ?? '').trim() === '');
  return unset.map((name) => `The variable ${name} is not set here`);
}

/** `FILE:LINE:COLUMN: …`, as compilers have it, so that editors find the place. */
function describe(
  { path, problems, configuration }: ConfigurationReading,
  warnings: readonly string[],
  isQuiet: boolean,
): string {
  const faults = problems.map(({ line, column, message }) => `${path}:${line}:${column}: ${message}\n`);
  const doubts = warnings.map((warning) => `${path}: warning: ${warning}\n`);
  const { accounts = [], jobs = [], notifications = [] } = configuration ?? {};
  const good =
    configuration === undefined || isQuiet
      ? ''
      : `${path}: right: ${countText(accounts.length, 'account')}, ${countText(jobs.length, 'job')}, ${countText(notifications.length, 'notification')}\n`;
  return [...faults, ...doubts, good].join('');
}
