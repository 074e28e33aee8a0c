import { type Command, InvalidArgumentError } from 'commander';
import {
  type BackupChoices,
  chooseVault,
  findStore,
  findUsualJob,
  readRequest,
  rememberStore,
  withJob,
} from '../../app/index.ts';
import { CLONE_NAMES } from '../../backup/index.ts';
import { CAPTURE_NAMES } from '../../model/index.ts';
import type { CommandContext } from '../context.ts';
import { addBackupFlags, addRequestFlags, addWaitFlags } from '../flags/backup-flags.ts';
import { eachOwner, type OwnerFlags } from '../flags/each-owner.ts';
import { addFlag, addHelpEnd, flagsOf, gatherNames } from '../flags/flags.ts';
import { addRecipientFlags } from '../flags/identity-flags.ts';
import { addKeepFlags } from '../flags/keep-flags.ts';
import { addLogFlags, type LogFlags, withLog } from '../flags/log-flags.ts';
import { addServiceFlags, runWithService, type ServiceCommandFlags } from '../flags/run-with-service.ts';
import { showChoice } from '../flags/selection-flags.ts';

type BackupFlags = BackupChoices &
  ServiceCommandFlags &
  LogFlags &
  OwnerFlags & { readonly dryRun?: boolean };

/** `satchel backup`: exports, downloads, verifies and loads. */
export function defineBackup(command: Command, context: CommandContext): void {
  addServiceFlags(command);
  addFlag(command, '--job <name>', 'job of the configuration (default: the only one)');
  addFlag(
    command,
    '--vault <dir>',
    'the vault, a directory or s3://BUCKET/PREFIX, created if it does not exist (default: as configured)',
  );
  addFlag(command, '--all-orgs', 'also back up every organization of the account');
  addFlag(command, '--skip-org <name...>', 'with --all-orgs: leave out these organizations', {
    parse: gatherNames,
  });
  addRequestFlags(command);
  addBackupFlags(command);
  addWaitFlags(command);
  addContentFlags(command);
  addRecipientFlags(command);
  addKeepFlags(command);
  addLogFlags(command, 'nothing');
  addHelpEnd(command, [
    'backup --vault ~/work',
    'backup --org acme --fork no --except "*/scratch-*"',
    'backup --vault ~/work --keep-daily 7 --keep-monthly 12',
    'backup --vault ~/work --all-orgs --skip-org acme-archive',
  ]);
  command.action(async (given: BackupFlags) => {
    const job = await findUsualJob(given, context);
    const flags: BackupFlags = job === undefined ? given : withJob(given, job);
    if (job !== undefined && given.quiet !== true && given.json !== true) {
      context.stderr.write(`Using the job "${job.name}" of the configuration\n`);
    }
    const each: typeof eachOwner =
      flags.allOrgs === true ? eachOwner : async (choices, own, backUp) => await backUp(choices, own);
    if (flags.dryRun === true) {
      return await each(flags, context, async (choices, own) => {
        await runWithService(choices, own, async (service, reporter) => {
          await showChoice(await readRequest(choices, own), service, { flags, reporter, context: own });
        });
      });
    }
    const report = await withLog(flags, context, async (logged) => {
      const { showBackup } = await import('../output/show-backup.ts');
      const vault = await chooseVault(flags, logged);
      return await each(
        flags,
        logged,
        async (choices, own) => await showBackup({ ...choices, vault }, flags, own),
      );
    });
    if (!('storePath' in report)) {
      return;
    }
    await rememberStore(report.storePath, context, (text) => context.stderr.write(`${text}\n`));
    if (flags.json !== true && flags.quiet !== true) {
      const isUsual = (await findStore({}, context).catch(() => undefined)) === report.storePath;
      const place = isUsual ? '' : ` --vault ${report.vault}`;
      context.stderr.write(`Read it: ${context.invocation} browse${place}\n`);
    }
  });
}

function addContentFlags(command: Command): void {
  const add = flagsOf(command, 'content');
  add('--with <kinds>', `also keep these in the store: ${CAPTURE_NAMES.join(', ')}`, {
    parse: parserOf(CAPTURE_NAMES),
  });
  add('--clone <kinds>', `also clone these into the vault with git: ${CLONE_NAMES.join(', ')}`, {
    parse: parserOf(CLONE_NAMES),
  });
}

/** A parser of lists of some names. */
function parserOf<Name extends string>(names: readonly Name[]) {
  return (text: string, previous: readonly Name[] | undefined): readonly Name[] =>
    gatherNames(text, previous).map((name) => {
      const known = names.find((candidate) => candidate === name);
      if (known === undefined) {
        throw new InvalidArgumentError(`It must be one or more of ${names.join(', ')}.`);
      }
      return known;
    });
}
