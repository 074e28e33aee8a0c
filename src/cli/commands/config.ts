import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import type { Command } from 'commander';
import { thoroughReading } from '../../app/configuration.ts';
import { countText } from '../../base/sizes.ts';
import { checkAddress } from '../../config/check-address.ts';
import type { Configuration } from '../../config/configuration.ts';
import { referencesIn, resolveReferences } from '../../config/environment.ts';
import { type ConfigurationReading, examineConfiguration } from '../../config/read-configuration.ts';
import type { CommandContext } from '../context.ts';
import {
  addConfigurationFlag,
  type ConfigurationFlags,
  requireConfigurationPath,
} from '../flags/configuration-flag.ts';
import { addHelpEnd, type CommonFlags } from '../flags/flags.ts';
import { jsonLine } from '../output/json-names.ts';
import { wrapText } from '../render/wrap-text.ts';
import { addStep } from '../steps.ts';

/** `satchel config …`: commands for the configuration file. */
export function defineConfig(command: Command, context: CommandContext): void {
  defineConfigCheck(
    addStep(command, 'check', 'check the configuration, and show each error with its line'),
    context,
  );
  addHelpEnd(command, ['config check', 'config check --config team.yaml --json']);
}

interface CheckFlags extends ConfigurationFlags, CommonFlags {}

/** `satchel config check`: exits with 0 if all is well, 3 if a variable is unset here, 2 if the file is wrong. */
function defineConfigCheck(command: Command, context: CommandContext): void {
  addConfigurationFlag(command);
  addHelpEnd(command, ['config check', 'config check --config team.yaml --json']);
  command.action(async (flags: CheckFlags) => {
    const path = await requireConfigurationPath(flags, context);
    const reading = await examineConfiguration(path, await thoroughReading(context));
    const warnings =
      reading.configuration === undefined ? [] : await warningsOf(reading.configuration, context);
    const isValid = reading.problems.length === 0;
    if (flags.json === true) {
      context.stdout.write(jsonLine({ path, isValid, problems: reading.problems, warnings }));
    } else {
      context.stdout.write(wrapText(describe(reading, warnings, flags.quiet === true), context.stdout));
    }
    if (!isValid || warnings.length > 0) {
      context.endWith(isValid ? 'warnings' : 'usage');
    }
  });
}

/** Problems of this environment with a valid file. */
async function warningsOf(configuration: Configuration, context: CommandContext): Promise<readonly string[]> {
  const { env } = context;
  const names = new Set(referencesIn(JSON.stringify(configuration)));
  const isUnset = (name: string) => (env[name] ?? '').trim() === '';
  const wrong = configuration.notifications.flatMap(({ name, url = '' }) => {
    const inside = referencesIn(url);
    const trouble =
      inside.length === 0 || inside.some(isUnset) ? undefined : checkAddress(resolveReferences(url, env));
    return trouble === undefined ? [] : [`The address of "${name}", with ${inside.join(', ')}, ${trouble}`];
  });
  return [
    ...[...names].filter(isUnset).map((name) => `The variable ${name} is not set here`),
    ...wrong,
    ...(await absentFiles(configuration)),
  ];
}

async function absentFiles({ accounts }: Configuration): Promise<readonly string[]> {
  const paths = accounts.flatMap(({ tokenFile, appKeyFile, caFile }) =>
    [tokenFile ?? [], appKeyFile ?? [], caFile ?? []].flat(),
  );
  const found = await Promise.all(
    paths.map(async (path) =>
      access(path, constants.R_OK).then(
        () => [],
        () => [`The file "${path}" cannot be read here`],
      ),
    ),
  );
  return found.flat();
}

/** Prints `FILE:LINE:COLUMN: …`, the format of compilers, so that editors can jump to the place. */
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
      : `${path} is valid: ${countText(accounts.length, 'account')}, ${countText(jobs.length, 'job')}, ${countText(notifications.length, 'notification')}\n`;
  return [...faults, ...doubts, good].join('');
}
