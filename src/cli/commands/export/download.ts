import { resolve } from 'node:path';
import type { Command } from 'commander';
import { reportTransfer } from '../../../app/transfer-progress.ts';
import { proveWhole } from '../../../archive/check-container.ts';
import { formatSize } from '../../../base/sizes.ts';
import { archiveNameFor, downloadToFreePath } from '../../../export/download-archive.ts';
import { createThrottle } from '../../../export/fetch-archive.ts';
import { RUN_SETTINGS } from '../../../model/backup-settings.table.ts';
import type { MigrationId } from '../../../model/migrations.ts';
import type { CommandContext } from '../../context.ts';
import { addFlag, addHelpEnd, parseMigrationId } from '../../flags/flags.ts';
import { runAsJob, type ServiceCommandFlags } from '../../flags/run-with-service.ts';
import { addSettingFlags } from '../../flags/setting-flags.ts';

interface DownloadFlags extends ServiceCommandFlags {
  readonly output?: string;
  readonly limitRate?: number;
}

/** `satchel export download ID`: prints the path of the archive on stdout once it is complete. */
export function defineDownload(command: Command, context: CommandContext): void {
  command.argument('<id>', 'id of the migration', parseMigrationId);
  addFlag(command, '--output <path>', 'where to write the archive (default: GUID.tar.gz in this directory)');
  addSettingFlags(command, { limitRate: RUN_SETTINGS.limitRate });
  addHelpEnd(command, ['export download 7', 'export download 7 --output work.tar.gz']);
  command.action(async (id: MigrationId, flags: DownloadFlags) => {
    await runAsJob(flags, context, async ({ migrations }, reporter) => {
      const path = resolve(
        flags.output ?? archiveNameFor(await migrations.get(id, { exclude: ['repositories'] })),
      );
      const archive = await downloadToFreePath({
        migrations,
        id,
        path,
        prove: async (partPath) => await proveWhole(partPath, context.signal),
        clock: context.clock,
        throttle: flags.limitRate === undefined ? undefined : createThrottle(flags.limitRate, context.clock),
        signal: context.signal,
        onProgress: reportTransfer('Downloading', { clock: context.clock, onReport: reporter.report }),
        onTrouble: (failure) => reporter.note(`${failure.message}; trying again`),
      });
      reporter.note(`Downloaded ${formatSize(archive.sizeBytes)}, sha256 ${archive.sha256}`);
      reporter.event('summary', archive);
      if (flags.json !== true) {
        context.stdout.write(`${path}\n`);
      }
    });
  });
}
