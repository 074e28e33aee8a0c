import { access } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Command } from 'commander';
import { reportTransfer } from '../../../app/index.ts';
import { proveWhole } from '../../../backup/index.ts';
import { acquireLock, distinctName, formatSize, makePrivateFolder } from '../../../base/index.ts';
import { createThrottle, downloadArchive } from '../../../export/index.ts';
import { Failure, type Migration, type MigrationId } from '../../../model/index.ts';
import type { CommandContext } from '../../context.ts';
import { addLimitRateFlag } from '../../flags/backup-flags.ts';
import { addFlag, addHelpEnd, parseMigrationId } from '../../flags/flags.ts';
import { runAsJob, type ServiceCommandFlags } from '../../flags/run-with-service.ts';

interface DownloadFlags extends ServiceCommandFlags {
  readonly output?: string;
  readonly limitRate?: number;
}

/** `satchel export download ID`: prints the path of the archive on stdout once it is complete. */
export function defineDownload(command: Command, context: CommandContext): void {
  command.argument('<id>', 'id of the migration', parseMigrationId);
  addFlag(command, '--output <path>', 'where to write the archive (default: GUID.tar.gz in this directory)');
  addLimitRateFlag(command);
  addHelpEnd(command, ['export download 7', 'export download 7 --output work.tar.gz']);
  command.action(async (id: MigrationId, flags: DownloadFlags) => {
    await runAsJob(flags, context, async ({ migrations }, reporter) => {
      const path = resolve(flags.output ?? nameFor(await migrations.get(id, { exclude: ['repositories'] })));
      await requireFree(path);
      const archive = await withPathLocked(path, context, () =>
        downloadArchive({
          migrations,
          id,
          path,
          prove: async (partPath) => await proveWhole(partPath, context.signal),
          clock: context.clock,
          throttle:
            flags.limitRate === undefined ? undefined : createThrottle(flags.limitRate, context.clock),
          signal: context.signal,
          onProgress: reportTransfer('Downloading', { clock: context.clock, onReport: reporter.report }),
          onTrouble: (failure) => reporter.note(`${failure.message}; trying again`),
        }),
      );
      reporter.note(`Downloaded ${formatSize(archive.sizeBytes)}, sha256 ${archive.sha256}`);
      reporter.event('summary', archive);
      if (flags.json !== true) {
        context.stdout.write(`${path}\n`);
      }
    });
  });
}

/** Locks the path: an interrupted download is resumed in the same file, so two at once would corrupt it. */
async function withPathLocked<Result>(
  path: string,
  { clock }: CommandContext,
  work: () => Promise<Result>,
): Promise<Result> {
  await makePrivateFolder(dirname(path));
  const startedAt = new Date(clock.now()).toISOString();
  const lock = await acquireLock(`${path}.lock`, { command: 'satchel export download', startedAt });
  try {
    return await work();
  } finally {
    await lock.release();
  }
}

/** The GUID is untrusted input from the service, and may be missing. */
function nameFor({ id, guid }: Pick<Migration, 'id' | 'guid'>): string {
  return `${distinctName(guid === '' ? `migration-${id}` : guid)}.tar.gz`;
}

/** Fails if the file exists: it may be the only copy of something. */
async function requireFree(path: string): Promise<void> {
  const isTaken = await access(path).then(
    () => true,
    () => false,
  );
  if (isTaken) {
    throw new Failure('usage', `Cannot download to "${path}": the file exists already`, {
      hint: 'Move it away, or name another path with --output',
    });
  }
}
