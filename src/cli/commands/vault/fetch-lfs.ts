import type { Command } from 'commander';
import { fetchLfsOfVault } from '../../../app/fetch-lfs.ts';
import type { VaultSettings } from '../../../app/vault-location.ts';
import { describeLfs, isLfsWhole } from '../../../keeping/lfs-report.ts';
import type { CommandContext } from '../../context.ts';
import { addHelpEnd } from '../../flags/flags.ts';
import { addIdentityFlag } from '../../flags/identity-flags.ts';
import { addMigrationFlags, runAsJob, type ServiceCommandFlags } from '../../flags/run-with-service.ts';
import { addVaultFlag } from '../../flags/store-flags.ts';
import { cellText } from '../../render/cell-text.ts';

/** `satchel vault fetch-lfs`: fetches the files in Git LFS that repositories of a vault need. */
export function defineFetchLfs(command: Command, context: CommandContext): void {
  addVaultFlag(command);
  addIdentityFlag(command);
  addMigrationFlags(command);
  addHelpEnd(command, [
    'vault fetch-lfs --vault ~/work',
    'vault fetch-lfs --vault s3://backups/work --org acme',
  ]);
  command.action(async (flags: ServiceCommandFlags & VaultSettings) => {
    await runAsJob(flags, context, async (service, reporter) => {
      const report = await fetchLfsOfVault(flags, service, { ...context, onReport: reporter.report });
      const lines = report.details.map((line) => `\n  ${cellText(line)}`);
      reporter.event('summary', report, `${describeLfs(report)}${lines.join('')}`);
      if (!isLfsWhole(report) || report.leftOut > 0) {
        context.endWith('warnings');
      }
    });
  });
}
