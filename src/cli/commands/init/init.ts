import { access, chmod } from 'node:fs/promises';
import { parse, resolve } from 'node:path';
import type { Command } from 'commander';
import { checkTimes, loadConfiguration } from '../../../app/index.ts';
import { definedMembers, writeWholeFile } from '../../../base/index.ts';
import {
  checkAddress,
  checkVariableName,
  configurationPlaces,
  type StarterAnswers,
  starterConfiguration,
} from '../../../config/index.ts';
import { Failure } from '../../../model/index.ts';
import { longestPauseMs, systemZoneName } from '../../../schedule/index.ts';
import type { CommandContext } from '../../context.ts';
import { addFlag, addHelpEnd } from '../../flags/flags.ts';
import { jsonLine } from '../../output/json-names.ts';
import { performDoctor } from '../doctor.ts';

/** Flags that replace the questions of `init`. */
export interface InitFlags {
  readonly config?: string;
  readonly baseUrl?: string;
  readonly org?: string;
  readonly vault?: string;
  readonly schedule?: string;
  readonly timeZone?: string;
  readonly tokenVariable?: string;
  readonly tokenCommand?: string;
  readonly gh?: boolean;
  readonly pingVariable?: string;
  readonly yes?: boolean;
  readonly force?: boolean;
  readonly doctor?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** `satchel init`: asks a few questions, writes a commented configuration, and checks whether it will work. */
export function defineInit(command: Command, context: CommandContext): void {
  addFlag(command, '--config <file>', 'where to write it (default: satchel.yaml in ~/.config/satchel)');
  addFlag(command, '--base-url <url>', 'address of the API (default: https://api.github.com)');
  addFlag(command, '--org <name>', 'back up an organization instead of your own account');
  addFlag(
    command,
    '--vault <dir>',
    'the vault, a directory or s3://BUCKET/PREFIX, created if it does not exist (default: ~/satchel)',
  );
  addFlag(
    command,
    '--schedule <cron>',
    'when to run: five cron fields, or @daily, @weekly, @monthly (default: every night at 3)',
  );
  addFlag(command, '--time-zone <name>', "time zone of the schedule (default: this machine's)");
  addFlag(command, '--token-variable <name>', 'the variable that holds the token (default: SATCHEL_TOKEN)');
  addFlag(
    command,
    '--token-command <line>',
    'a command that prints the token, with its arguments separated by spaces',
  );
  addFlag(command, '--gh', 'get the token from the GitHub CLI');
  addFlag(
    command,
    '--ping-variable <name>',
    'the variable that holds the address of a healthchecks.io check',
  );
  addFlag(command, '--yes', 'ask no questions: use flags and defaults');
  addFlag(command, '--force', 'replace an existing configuration');
  addFlag(command, '--no-doctor', 'do not test the configuration');
  addHelpEnd(command, [
    'init',
    'init --yes --vault ~/work --schedule "30 2 * * *"',
    'init --yes --org acme --token-command "pass show acme"',
  ]);
  command.action(async (flags: InitFlags) => {
    const path = await choosePath(flags, context);
    const defaults = defaultAnswers(path, flags);
    const answers = flags.yes === true ? defaults : await ask(defaults, context);
    requireSense(answers);
    await writeWholeFile(path, starterConfiguration(answers, longestPauseMs([answers.schedule]) ?? 0));
    await chmod(path, 0o600);
    await loadConfiguration(path, context); // Verifies that our own output is valid.
    report(path, flags, context);
    if (flags.doctor !== false) {
      await examine(path, answers, flags, context);
    }
  });
}

async function ask(defaults: StarterAnswers, context: CommandContext): Promise<StarterAnswers> {
  const { askAnswers } = await import('./ask-answers.ts');
  return await askAnswers(defaults, context);
}

async function choosePath({ config, force }: InitFlags, context: CommandContext): Promise<string> {
  const [usual = 'satchel.yaml'] = configurationPlaces(context.env);
  const path = resolve(config ?? context.env['SATCHEL_CONFIG'] ?? usual);
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  if (isThere && force !== true) {
    throw new Failure('usage', `Cannot write the configuration "${path}": it exists already`, {
      hint: 'Change it, or replace it with --force',
    });
  }
  if (!/\.ya?ml$/.test(path)) {
    throw new Failure('usage', `Cannot write the configuration "${path}": its name must end in .yaml`);
  }
  return path;
}

/** The defaults of the answers that have no flag. */
function defaultAnswers(path: string, flags: InitFlags): StarterAnswers {
  return {
    baseUrl: flags.baseUrl,
    organization: flags.org,
    job: jobNameFor(path),
    vault: flags.vault ?? '~/satchel',
    schedule: flags.schedule ?? '0 3 * * *',
    timeZone: flags.timeZone ?? systemZoneName(),
    token:
      flags.tokenCommand !== undefined
        ? { command: flags.tokenCommand.split(/\s+/).filter((word) => word !== '') }
        : flags.gh === true
          ? 'gh'
          : { variable: flags.tokenVariable ?? 'SATCHEL_TOKEN' },
    pingVariable: flags.pingVariable,
  };
}

/** Several configurations may share a vault, whose journal knows jobs by their names. */
function jobNameFor(path: string): string {
  const { name } = parse(path);
  return name === 'satchel' || !/^[A-Za-z][\w.-]{0,63}$/.test(name) ? 'backup' : name;
}

function requireSense({ schedule, timeZone, baseUrl, token }: StarterAnswers): void {
  const address = baseUrl === undefined ? undefined : checkAddress(baseUrl);
  const trouble =
    checkTimes([schedule], timeZone) ??
    (address === undefined ? undefined : `Cannot use the base URL "${baseUrl}": it ${address}`) ??
    (typeof token === 'object' && 'variable' in token && checkVariableName(token.variable) !== undefined
      ? `Cannot use "${token.variable}" as a variable: its name has letters, digits and underscores only`
      : undefined);
  if (trouble !== undefined) {
    throw new Failure('usage', trouble);
  }
}

function report(path: string, { json, quiet }: InitFlags, context: CommandContext): void {
  if (json === true) {
    context.stdout.write(jsonLine({ messageType: 'written', path }));
  } else if (quiet !== true) {
    const say = context.invocation;
    context.stdout.write(`${path}\n`);
    context.stderr.write(
      `Written, with comments. Next: "${say} backup" makes the first backup; "${say} schedule install --help" shows how to schedule the others.\n`,
    );
  }
}

/** Runs the doctor as a backup would run: with the account and its token, the service, and the disk of the vault. */
async function examine(
  path: string,
  answers: StarterAnswers,
  flags: InitFlags,
  context: CommandContext,
): Promise<void> {
  await performDoctor(definedMembers({ account: 'main', org: answers.organization, json: flags.json }), {
    ...context,
    env: { ...context.env, SATCHEL_CONFIG: path },
  });
}
