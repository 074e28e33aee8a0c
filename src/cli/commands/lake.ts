import type { Command } from 'commander';
import { findStore, type StoreSettings } from '../../app/store-location.ts';
import { formatDuration } from '../../base/durations.ts';
import { countText, formatSize } from '../../base/sizes.ts';
import type { LakeReport } from '../../lake/sync-lake.ts';
import { Failure } from '../../model/failure.ts';
import type { CommandContext } from '../context.ts';
import { addFlag, addHelpEnd, addHelpNote, type CommonFlags } from '../flags/flags.ts';
import { addStoreFlags } from '../flags/store-flags.ts';
import { createReporter } from '../output/reporter.ts';
import { addStep } from '../steps.ts';

/** `satchel lake …`: a store as Parquet files for other engines. */
export function defineLake(command: Command, context: CommandContext): void {
  defineSync(addStep(command, 'sync', 'write what is new in a store to a lake of Parquet files'), context);
  addHelpEnd(command, ['lake sync --vault ~/work --output lake']);
}

interface SyncFlags extends StoreSettings, CommonFlags {
  readonly output?: string;
}

/** `satchel lake sync`: brings a lake up to date with a store. */
function defineSync(command: Command, context: CommandContext): void {
  addFlag(
    command,
    '--output <dir>',
    'an existing lake, or a place for one: an empty or new folder, or s3://BUCKET/PREFIX',
  );
  addStoreFlags(command);
  addHelpNote(
    command,
    'Tables are in folders TABLE/account=OWNER/snapshot=TIME. Only what lake.json names counts; views/ has the SQL for DuckDB and ClickHouse.',
  );
  addHelpEnd(command, [
    'lake sync --vault ~/work --output lake',
    'lake sync --vault s3://acme/vault --output s3://acme/lake',
  ]);
  command.action(async (flags: SyncFlags) => {
    const { output } = flags;
    if (output === undefined) {
      throw new Failure('usage', 'Cannot write the lake: no output was named', {
        hint: 'Name its place with --output DIR or --output s3://BUCKET/PREFIX',
      });
    }
    const reporter = createReporter(context, flags);
    const startedMs = context.clock.now();
    const dbPath = await findStore(flags, context);
    const { syncLake } = await import('../../lake/sync-lake.ts');
    const report = await syncLake({
      dbPath,
      output,
      ...context,
      onProgress: (progress) => {
        if (flags.json !== true) {
          const spent = () => formatDuration(context.clock.now() - startedMs);
          reporter.progress('writing', progress, () => `Writing ${progress.table}, ${spent()} so far`);
        }
      },
    }).finally(reporter.end);
    reporter.event('summary', { output, ...report }, describe(report));
    if (report.emptiedValues > 0) {
      reporter.note(
        `${countText(report.emptiedValues, 'value')} left empty, as the type of the column cannot hold them`,
      );
    }
    if (flags.json !== true) {
      context.stdout.write(`${output}\n`);
    }
  });
}

function describe({ newSnapshots, writtenFiles, writtenBytes, rows, sizeBytes }: LakeReport): string {
  const whole = `${countText(rows, 'row')} in ${formatSize(sizeBytes)}`;
  return writtenFiles === 0
    ? `The lake is up to date: ${whole}`
    : `Wrote ${countText(newSnapshots, 'new snapshot')} in ${countText(writtenFiles, 'file')}, ${formatSize(writtenBytes)}. The lake has ${whole}`;
}
