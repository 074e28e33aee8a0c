import { once } from 'node:events';
import { Argument, type Command } from 'commander';
import {
  DUMP_FORMATS,
  type DumpFormatName,
  type DumpRequest,
  FORMAT_NAMES,
  type ForgeChoices,
} from '../../app/dump-formats.table.ts';
import { foldersOf } from '../../app/folders-of-store.ts';
import { publishCopy } from '../../app/publish-copy.ts';
import { requireNewestToPublish, withStoreAt } from '../../app/store-at-snapshot.ts';
import { findStore, type StoreSettings } from '../../app/store-location.ts';
import { formatDuration } from '../../base/durations.ts';
import { countText, formatSize } from '../../base/sizes.ts';
import { quoteText } from '../../base/terminal-text.ts';
import type { DumpSink } from '../../dump/dump-place.ts';
import type { DumpReport } from '../../dump/dump-report.ts';
import { hasBlobs } from '../../load/remove-orphans.ts';
import { Failure } from '../../model/failure.ts';
import type { CommandContext } from '../context.ts';
import { addAccountFlag, chosenRepositories, type RepositoryFlags } from '../flags/account-flag.ts';
import {
  addFlag,
  addHelpEnd,
  addHelpNote,
  type CommonFlags,
  gatherNames,
  PSEUDONYMS_WORDS,
} from '../flags/flags.ts';
import { addSnapshotFlag, addStoreFlags, type SnapshotFlags } from '../flags/store-flags.ts';
import { dataOutput } from '../output/guard-output.ts';
import { createReporter } from '../output/reporter.ts';

export interface DumpFlags extends StoreSettings, SnapshotFlags, RepositoryFlags, ForgeChoices, CommonFlags {
  readonly output?: string;
  readonly table?: readonly string[];
  readonly public?: boolean;
  readonly pseudonyms?: boolean;
  readonly force?: boolean;
  readonly formulaGuard: boolean;
  readonly check?: string;
  readonly forgeTokenFile?: string;
}

/** `satchel dump FORMAT`: writes a store as files for people and other programs. */
export function defineDump(command: Command, context: CommandContext): void {
  command.addArgument(new Argument('<format>', `one of ${FORMAT_NAMES.join(', ')}`).choices(FORMAT_NAMES));
  command.addArgument(new Argument('[path]', 'where to write, like --output'));
  addFlag(
    command,
    '--output <path>',
    'where to write: a folder, a file for a single table, or - for standard output',
  );
  addStoreFlags(command);
  addSnapshotFlag(command);
  addFlag(command, '--table <name...>', 'only these tables or views (default: all tables)', {
    parse: gatherNames,
  });
  addFlag(command, '--repository <owner/name...>', 'only records of these repositories', {
    parse: gatherNames,
  });
  addAccountFlag(command, 'repositories');
  addFlag(
    command,
    '--public',
    'only what is in public repositories or about public things, without mail addresses, former texts and git data; checked before it gets its name',
  );
  addFlag(command, '--pseudonyms', PSEUDONYMS_WORDS);
  addFlag(command, '--force', 'replace an older dump at that path');
  addFlag(
    command,
    '--no-formula-guard',
    'CSV only: leave texts alone that a spreadsheet would run as formulas',
  );
  addFlag(command, '--map-users <file>', 'forge only: file of lines with an old and a new login');
  addFlag(
    command,
    '--rewrite-links <address>',
    'forge only: in texts, lead to this forge: https://git.example.org',
  );
  addFlag(command, '--discussions', 'forge only: write discussions as issues');
  addFlag(
    command,
    '--check <address>',
    'forge only: write nothing, and compare what was restored there: https://git.example.org, or with {owner} and {name} in it',
  );
  addFlag(command, '--forge-token-file <file>', 'for --check: file with a token of the forge');
  const formats = FORMAT_NAMES.map((name) => `  ${name.padEnd(9)} ${DUMP_FORMATS[name].summary}`);
  addHelpNote(command, `Formats:\n${formats.join('\n')}`);
  addHelpEnd(command, [
    'dump csv --output tables',
    'dump markdown --repository acme/rocket --output notes',
    'dump forge moved --vault ~/work',
    'dump forge --check https://git.example.org --vault ~/work',
  ]);
  command.action(async (format: DumpFormatName, path: string | undefined, flags: DumpFlags) => {
    const possible = requirePossible(format, path, flags);
    if (flags.check === undefined) {
      await runDump(format, possible, context);
    } else {
      const { runForgeCheck } = await import('./check-forge.ts');
      await runForgeCheck({ ...possible, check: flags.check }, context);
    }
  });
}

/** The flags with the path. Fails with `usage` if it is named twice, or if a flag is of another format. */
function requirePossible(format: DumpFormatName, path: string | undefined, flags: DumpFlags): DumpFlags {
  if (path !== undefined && flags.output !== undefined) {
    throw new Failure('usage', 'Cannot write the dump: two outputs were named', {
      hint: 'Leave --output out',
    });
  }
  if (flags.pseudonyms === true && flags.public !== true) {
    throw new Failure('usage', 'Cannot give people pseudonyms in a dump that has what is private', {
      hint: 'Add --public, or leave --pseudonyms out',
    });
  }
  const { mapUsers, rewriteLinks, discussions, check, forgeTokenFile } = flags;
  const ofForges = [mapUsers, rewriteLinks, discussions, check, forgeTokenFile];
  if (format !== 'forge' && ofForges.some((value) => value !== undefined)) {
    throw new Failure(
      'usage',
      `Cannot dump ${format} with --map-users, --rewrite-links, --discussions, --check or --forge-token-file: they are for forges`,
      { hint: 'Leave them out' },
    );
  }
  return { ...flags, ...(path === undefined ? {} : { output: path }) };
}

const STANDARD_OUTPUT = '-';

function sinkOf(context: CommandContext): DumpSink {
  const stdout = dataOutput(context.stdout);
  return {
    async write(content) {
      if (!stdout.write(content)) {
        await once(stdout, 'drain');
      }
    },
  };
}

/** The formats that refuse standard output. */
const NEVER_PRINTED: ReadonlySet<DumpFormatName> = new Set(['archive', 'forge', 'markdown']);

async function runDump(format: DumpFormatName, flags: DumpFlags, context: CommandContext): Promise<void> {
  const isJson = flags.json === true;
  const outputPath = requireOutput(flags);
  const reporter = createReporter(context, flags);
  const startedMs = context.clock.now();
  const spent = () => formatDuration(context.clock.now() - startedMs);
  const path = await findStore(flags, context);
  const show = (fields: object, text: () => string) => {
    if (!isJson) {
      reporter.progress('writing', fields, text); // With --json, the report must be a single object.
    }
  };
  show({ format }, () => `Writing ${format}, ${spent()} so far`);
  const sink = outputPath === STANDARD_OUTPUT ? sinkOf(context) : undefined;
  const isPublic = flags.public === true;
  const run = (dbPath: string, place: Pick<DumpRequest, 'output' | 'isForced'>) =>
    DUMP_FORMATS[format].run(
      {
        ...{ output: place.output, isForced: place.isForced },
        onProgress: (text, facts) => show({ format, ...facts }, () => `${text}, ${spent()} so far`),
        dbPath,
        filesPath: path,
        tables: flags.table ?? [],
        repositories: chosenRepositories(flags, dbPath, 'dump') ?? [],
        isPublic,
        hasFormulaGuard: flags.formulaGuard,
        forge: flags,
      },
      context,
    );
  const isForced = flags.force === true;
  const output = sink ?? outputPath;
  const isRefused = sink !== undefined && NEVER_PRINTED.has(format);
  const report = await (isPublic && !isRefused
    ? publishCopy<DumpReport>(path, {
        ...{ context, onNote: reporter.note, isForced },
        output: sink === undefined ? outputPath : { sink, extension: format },
        ...{ hasGit: false, hasPseudonyms: flags.pseudonyms === true },
        write: (dbPath, place) => run(dbPath, { output: place.path, isForced: place.isForced }),
      })
    : withStoreAt<DumpReport>(path, flags.snapshot, (dbPath) => run(dbPath, { output, isForced }))
  ).finally(reporter.end);
  reportMissing(report, context);
  const hasGit = flags.public !== true && (format === 'archive' || format === 'forge');
  if (hasGit && (await hasBlobs(await foldersOf(path, context), 'lfs'))) {
    reporter.note('Files in Git LFS are left out: this format has no place for them');
  }
  if (!isJson) {
    writeKinds(report, context);
  }
  reporter.event('summary', { format, output: outputPath, ...report }, describe(report));
  for (const note of notesOf(report)) {
    reporter.note(note);
  }
  if (!isJson && outputPath !== STANDARD_OUTPUT) {
    context.stdout.write(`${outputPath}\n`);
  }
}

function requireOutput(flags: DumpFlags): string {
  requireNewestToPublish(flags);
  const { output, json } = flags;
  if (output === undefined) {
    throw new Failure('usage', 'Cannot write the dump: no output was named', {
      hint: 'Name one after the format, or with --output; - is standard output',
    });
  }
  if (output === STANDARD_OUTPUT && json === true) {
    throw new Failure('usage', 'Cannot print a dump and its report: both would go to standard output', {
      hint: 'Leave --json out, or name a file with --output',
    });
  }
  return output;
}

/** Missing files named to people; the JSON output has all of them. */
const MAX_NAMES_SHOWN = 10;

function reportMissing({ missing = [] }: DumpReport, context: CommandContext): void {
  if (missing.length > 0) {
    const shown = missing.slice(0, MAX_NAMES_SHOWN).map((name) => `  ${quoteText(name)}\n`);
    const rest = missing.length > shown.length ? '  …\n' : '';
    const what = `${countText(missing.length, 'file or repository', 'files and repositories')} no longer next to the store`;
    context.stderr.write(`MISSING: ${what}:\n${shown.join('')}${rest}`);
    context.endWith('warnings');
  }
}

/** What a forge gets, and what it has no place for, by kind. */
function writeKinds({ kinds = [] }: DumpReport, { stderr }: CommandContext): void {
  for (const { kind, count, written, leftOut } of kinds) {
    const reasons = leftOut.map(({ reason, count: left }) => `${left}: ${reason}`);
    const rest = reasons.length === 0 ? '' : `  left out ${reasons.join('; ')}`;
    stderr.write(
      `${`${kind.replaceAll('_', ' ')}`.padEnd(18)} ${`${written} of ${count}`.padStart(14)}${rest}\n`,
    );
  }
}

function describe({ fileCount, sizeBytes, tables }: DumpReport): string {
  const rows = tables?.reduce((sum, { rowCount }) => sum + rowCount, 0);
  const what = rows === undefined ? '' : `${countText(rows, 'row')} in `;
  return `Wrote ${what}${countText(fileCount, 'file')}, ${formatSize(sizeBytes)}`;
}

/** Notes on values that differ from those in the store. */
function notesOf({ guardedCount = 0, emptiedCount = 0 }: DumpReport): readonly string[] {
  return [
    ...(guardedCount > 0
      ? [
          `${countText(guardedCount, 'text')} got an apostrophe, so that spreadsheets do not run them as formulas; --no-formula-guard leaves them as they are`,
        ]
      : []),
    ...(emptiedCount > 0
      ? [`${countText(emptiedCount, 'value')} left empty, as the type of the column cannot hold them`]
      : []),
  ];
}
