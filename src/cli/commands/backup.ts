import type { Command } from 'commander';
import {
  type BackupSettings,
  requireFolderOfClones,
  requireOwnerOfCaptures,
} from '../../app/backup-settings.ts';
import { rememberLast } from '../../app/last-used.ts';
import { readRequest } from '../../app/read-request.ts';
import { withJob } from '../../app/settings-of-job.ts';
import { findStore } from '../../app/store-location.ts';
import { findUsualJob } from '../../app/usual-job.ts';
import { chooseVault } from '../../app/vault-location.ts';
import {
  ENCRYPTION_SETTINGS,
  KEEP_SETTINGS,
  PLACE_SETTINGS,
  RUN_SETTINGS,
} from '../../model/backup-settings.table.ts';
import { REQUEST_SETTINGS } from '../../model/request-settings.table.ts';
import type { CommandContext } from '../context.ts';
import { eachOwner, type OwnerFlags } from '../flags/each-owner.ts';
import { addFlag, addHelpEnd, describeFirst, gatherNames } from '../flags/flags.ts';
import { addLogFlags, type LogFlags, withLog } from '../flags/log-flags.ts';
import { addMigrationFlags, runWithService, type ServiceCommandFlags } from '../flags/run-with-service.ts';
import { addSettingFlags } from '../flags/setting-flags.ts';
import { createReporter } from '../output/reporter.ts';
import { DRY_RUN_WORDS, showChoice } from '../output/show-choice.ts';

type BackupFlags = Partial<BackupSettings> &
  ServiceCommandFlags &
  LogFlags &
  OwnerFlags & { readonly dryRun?: boolean };

/** `satchel backup`: exports, downloads, verifies and loads. */
export function defineBackup(command: Command, context: CommandContext): void {
  addMigrationFlags(command);
  addFlag(command, '--job <name>', 'job of the configuration (default: the only one)');
  addSettingFlags(command, { vault: PLACE_SETTINGS.vault });
  addFlag(command, '--all-orgs', 'also back up every organization of the account');
  addFlag(command, '--skip-org <name...>', 'with --all-orgs: leave out these organizations', {
    parse: gatherNames,
  });
  addSettingFlags(command, REQUEST_SETTINGS);
  addFlag(command, '--dry-run', DRY_RUN_WORDS);
  addSettingFlags(command, { ...RUN_SETTINGS, ...ENCRYPTION_SETTINGS, ...KEEP_SETTINGS });
  addLogFlags(command, 'nothing');
  describeFirst(command, [
    '--org',
    '--repository',
    '--recipient',
    '--keep-last',
    '--keep-daily',
    '--keep-monthly',
  ]);
  addHelpEnd(command, [
    'backup --vault ~/work',
    'backup --org acme --fork no --except "*/scratch-*"',
    'backup --vault ~/work --keep-daily 7 --keep-monthly 12',
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
      const { requireTokenOfCaptures } = await import('../../app/perform-backup.ts');
      return await each(flags, context, async (choices, own) => {
        requireOwnerOfCaptures(choices);
        requireFolderOfClones(choices);
        await runWithService(choices, own, async (service, reporter) => {
          requireTokenOfCaptures(choices, service);
          await showChoice(await readRequest(choices, own), service, { flags, reporter, context: own });
        });
      });
    }
    const report = await withLog(flags, context, async (logged) => {
      const { showBackup } = await import('../output/show-backup.ts');
      const { report: onReport } = createReporter(logged, flags);
      const vault = await chooseVault(flags, { ...logged, onReport });
      return await each(
        flags,
        logged,
        async (choices, own) => await showBackup({ ...choices, vault }, flags, own),
      );
    });
    if (!('storePath' in report)) {
      return;
    }
    const { storePath: store, vault } = report;
    await rememberLast({ store, vault }, context, (text) => context.stderr.write(`${text}\n`));
    if (flags.json !== true && flags.quiet !== true) {
      const isUsual = (await findStore({}, context).catch(() => undefined)) === report.storePath;
      const place = isUsual ? '' : ` --vault ${report.vault}`;
      context.stderr.write(`Read it: ${context.invocation} browse${place}\n`);
    }
  });
}
