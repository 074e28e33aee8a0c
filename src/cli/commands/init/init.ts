import { resolve } from 'node:path';
import type { Command } from 'commander';
import { chooseStarterPath, jobNameOfFile, writeStarter } from '../../../app/starter.ts';
import { definedMembers } from '../../../base/json.ts';
import type { StarterAnswers } from '../../../config/starter-configuration.ts';
import { isObjectLocation } from '../../../objects/object-location.ts';
import { systemZoneName } from '../../../schedule/run-times.ts';
import type { CommandContext } from '../../context.ts';
import { addFlag, addHelpEnd, type CommonFlags } from '../../flags/flags.ts';
import { jsonLine } from '../../output/json-names.ts';
import { performDoctor } from '../doctor.ts';

/** Flags that replace the questions of `init`. */
export interface InitFlags extends CommonFlags {
  readonly config?: string;
  readonly baseUrl?: string;
  readonly org?: string;
  readonly vault?: string;
  readonly schedule?: string;
  readonly timeZone?: string;
  readonly tokenVariable?: string;
  readonly tokenCommand?: string;
  readonly tokenFile?: string;
  readonly gh?: boolean;
  readonly pingVariable?: string;
  readonly yes?: boolean;
  readonly force?: boolean;
  readonly doctor?: boolean;
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
  addFlag(command, '--token-file <file>', 'the file that holds the token, which only you can read', {
    isOwn: true, // The one of SATCHEL_TOKEN_FILE is for the commands that it is set for.
  });
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
    const path = await chooseStarterPath(flags, context);
    const defaults = defaultAnswers(path, flags);
    const answers = flags.yes === true ? defaults : await ask(defaults, context);
    await writeStarter(path, answers, context);
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

/** The defaults of the answers that have no flag. */
function defaultAnswers(path: string, flags: InitFlags): StarterAnswers {
  return {
    baseUrl: flags.baseUrl,
    organization: flags.org,
    job: jobNameOfFile(path),
    vault: flags.vault === undefined ? '~/satchel' : placeOf(flags.vault),
    schedule: flags.schedule ?? '0 3 * * *',
    timeZone: flags.timeZone ?? systemZoneName(),
    token:
      flags.tokenFile !== undefined
        ? { file: placeOf(flags.tokenFile) }
        : flags.tokenCommand !== undefined
          ? { command: flags.tokenCommand.split(/\s+/).filter((word) => word !== '') }
          : flags.gh === true
            ? 'gh'
            : { variable: flags.tokenVariable ?? 'SATCHEL_TOKEN' },
    pingVariable: flags.pingVariable,
  };
}

/** A path on the command line is relative to the current folder, and one in the file to the file. */
function placeOf(path: string): string {
  return isObjectLocation(path) ? path : resolve(path);
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
