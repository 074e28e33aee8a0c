import { type Command, InvalidArgumentError } from 'commander';
import { countText, Failure, formatDuration, formatSize } from '../../base/index.ts';
import type { DumpReport } from '../../dump/index.ts';
import { parseRepositoryName } from '../../model/index.ts';
import type { CommandContext } from '../context.ts';
import { addFlag, addHelpEnd, gatherNames } from '../flags.ts';
import { createReporter } from '../reporter.ts';
import { addSnapshotFlag, type SnapshotFlags, withStoreAt } from '../store-at-snapshot.ts';
import { addStoreFlags, findStore, type StoreFlags } from '../store-location.ts';
import { DUMP_FORMATS, type DumpFormatName, FORMAT_NAMES, STANDARD_OUTPUT } from './dump-formats.table.ts';

interface DumpFlags extends StoreFlags, SnapshotFlags {
  readonly output?: string;
  readonly table?: readonly string[];
  readonly repository?: readonly string[];
  readonly public?: boolean;
  readonly force?: boolean;
  readonly formulaGuard: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** `satchel dump FORMAT`: a store as files that other programs and people read. */
export function defineDump(command: Command, context: CommandContext): void {
  command.argument('<format>', `one of ${FORMAT_NAMES.join(', ')}`, parseFormat);
  addFlag(
    command,
    '--output <path>',
    'where to: a folder, a file for a single table, or - for standard output',
  );
  addStoreFlags(command);
  addSnapshotFlag(command);
  addFlag(command, '--table <name...>', 'only these tables or views; all tables by default', {
    parse: gatherNames,
  });
  addFlag(command, '--repository <owner/name...>', 'only what belongs to these repositories', {
    parse: gatherNames,
  });
  addFlag(command, '--public', 'leave out e-mail and webhook addresses, deploy keys and the audit log');
  addFlag(command, '--force', 'replace an older dump at that place');
  addFlag(
    command,
    '--no-formula-guard',
    'csv: write texts as they are; without this, those that a spreadsheet would run as formulas (= + - @ TAB CR) get an apostrophe',
  );
  const formats = FORMAT_NAMES.map((name) => `  ${name.padEnd(9)} ${DUMP_FORMATS[name].summary}`);
  command.addHelpText('after', `\nFormats:\n${formats.join('\n')}`);
  addHelpEnd(command, [
    'dump csv --output tables',
    'dump csv --table issues --output issues.csv',
    'dump ndjson --table threads --output - | head -3',
    'dump markdown --repository acme/rocket --output notes',
    'dump parquet --public --output lake',
    'dump csv --snapshot previous --output tables',
  ]);
  command.action(async (format: DumpFormatName, flags: DumpFlags) => {
    await runDump(format, flags, context);
  });
}

async function runDump(format: DumpFormatName, flags: DumpFlags, context: CommandContext): Promise<void> {
  const isJson = flags.json === true;
  const outputPath = requireOutput(flags);
  const reporter = createReporter(context, { json: isJson, quiet: flags.quiet === true });
  const startedMs = context.clock.now();
  const spent = () => formatDuration(context.clock.now() - startedMs);
  const path = await findStore(flags, context);
  const show = (fields: object, text: () => string) => {
    if (!isJson) {
      reporter.progress('writing', fields, text); // A report in JSON is one object.
    }
  };
  show({ format }, () => `Writing ${format}, ${spent()} so far`);
  const report = await withStoreAt<DumpReport>(path, flags.snapshot, context, (dbPath) =>
    DUMP_FORMATS[format].run(
      {
        onTable: (table, number, total) =>
          show(
            { format, table, number, total },
            () => `Writing the table ${table}, ${number} of ${total}, ${spent()} so far`,
          ),
        dbPath,
        outputPath,
        isForced: flags.force === true,
        tables: flags.table ?? [],
        repositories: (flags.repository ?? []).map(parseRepositoryName),
        isPublic: flags.public === true,
        hasFormulaGuard: flags.formulaGuard,
      },
      context,
    ),
  ).finally(reporter.end);
  reporter.event('summary', { format, output: outputPath, ...report }, describe(report));
  for (const note of notesOf(report)) {
    reporter.note(note);
  }
  if (!isJson && outputPath !== STANDARD_OUTPUT) {
    context.stdout.write(`${outputPath}\n`);
  }
}

function requireOutput({ output, json }: DumpFlags): string {
  if (output === undefined) {
    throw new Failure('usage', 'Cannot dump: no place was named', {
      hint: 'Name one with --output PATH; - is standard output',
    });
  }
  if (output === STANDARD_OUTPUT && json === true) {
    throw new Failure('usage', 'Cannot print a dump and its report: both would go to standard output', {
      hint: 'Leave --json out, or name a file with --output',
    });
  }
  return output;
}

function describe({ fileCount, sizeBytes, tables }: DumpReport): string {
  const rows = tables?.reduce((sum, { rowCount }) => sum + rowCount, 0);
  const what = rows === undefined ? '' : `${countText(rows, 'row')} in `;
  return `Wrote ${what}${countText(fileCount, 'file')}, ${formatSize(sizeBytes)}`;
}

/** What is not as it stands in the store. */
function notesOf({ guardedCount = 0, emptiedCount = 0 }: DumpReport): readonly string[] {
  return [
    ...(guardedCount > 0
      ? [
          `${countText(guardedCount, 'text')} got an apostrophe, so that no spreadsheet runs them as formulas; --no-formula-guard writes them as they are`,
        ]
      : []),
    ...(emptiedCount > 0
      ? [`${countText(emptiedCount, 'value')} that no column of its type can hold were left empty`]
      : []),
  ];
}

function parseFormat(text: string): DumpFormatName {
  const name = FORMAT_NAMES.find((format) => format === text);
  if (name === undefined) {
    throw new InvalidArgumentError(`It must be one of ${FORMAT_NAMES.join(', ')}.`);
  }
  return name;
}
