import { type Command, InvalidArgumentError } from 'commander';
import { withStoreAt } from '../../app/store-at-snapshot.ts';
import { findStore, type StoreSettings } from '../../app/store-location.ts';
import { formatDuration } from '../../base/durations.ts';
import { countText } from '../../base/sizes.ts';
import type { DialectName } from '../../lake/dialects.table.ts';
import { Failure } from '../../model/failure.ts';
import { type GuardedQuery, QUERY_LIMITS, runGuardedQuery } from '../../reading/run-guarded-query.ts';
import { chooseSavedQuery, isQueryName, SAVED_QUERIES, showSavedQuery } from '../../reading/saved-queries.ts';
import type { CommandContext } from '../context.ts';
import { type AccountFlags, addAccountFlag, repositoriesOf, spellRepository } from '../flags/account-flag.ts';
import { addFlag, addHelpEnd, parseSpan, parseWholeNumber } from '../flags/flags.ts';
import { addSnapshotFlag, addStoreFlags, type SnapshotFlags } from '../flags/store-flags.ts';
import { jsonLine } from '../output/json-names.ts';
import { writeText } from '../output/terminal.ts';
import {
  addFmtFlags,
  addRowFormatFlags,
  chooseRowFormat,
  type RowFormatOptions,
  type RowsFormat,
  writeRows,
} from '../render/write-rows.ts';

interface QueryOptions extends StoreSettings, SnapshotFlags, AccountFlags, RowFormatOptions {
  readonly param?: Readonly<Record<string, string>> | undefined;
  readonly timeout: number;
  readonly maxRows: number;
  readonly list?: boolean | undefined;
  readonly show?: boolean | undefined;
  readonly dialect?: DialectName | undefined;
  readonly lake?: string | undefined;
}

/** `satchel query SQL`: runs one read-only statement, or a saved query by name. */
export function defineQuery(command: Command, context: CommandContext): void {
  command.argument('[sql]', 'one SELECT, WITH, VALUES or EXPLAIN statement, or the name of a saved query');
  addStoreFlags(command);
  addSnapshotFlag(command);
  addAccountFlag(command, 'repositories');
  addFlag(
    command,
    '--lake <dir>',
    'query a lake (of "satchel lake sync"; a folder or s3://BUCKET/PREFIX) with DuckDB instead of a store',
  );
  addFlag(
    command,
    '-p, --param <name=value>',
    'bind :name in the statement ($name in a lake); repeat for more',
    {
      parse: gatherParameter,
    },
  );
  addFlag(command, '--list', 'list the saved queries and their parameters');
  addFlag(command, '--show', 'print the SQL of a saved query instead of running it');
  addFlag(command, '--dialect <engine>', 'with --show: the SQL for an engine that reads a lake', {
    choices: ['duckdb', 'clickhouse'] satisfies DialectName[],
    isOwn: true,
  });
  addFlag(command, '--timeout <span>', 'stop after this long, with the rows found so far', {
    parse: parseSpan,
    default: QUERY_LIMITS.timeoutMs,
    defaultText: formatDuration(QUERY_LIMITS.timeoutMs),
  });
  addFlag(command, '--max-rows <count>', 'maximum number of rows', {
    parse: parseWholeNumber,
    default: QUERY_LIMITS.maxRows,
  });
  addRowFormatFlags(command);
  addFmtFlags(command);
  addHelpEnd(command, [
    'query "select repo, number, title from issues limit 5"',
    'query "select * from threads where author = :who" -p who=mira',
    'query stale-pull-requests -p days=90 --markdown',
    'query --lake lake "select count(*) from issues_states"',
  ]);
  command.action(async (sql: string | undefined, options: QueryOptions) => {
    const format = chooseRowFormat(options); // Before a query starts, whose process only ends with its rows.
    if (options.list === true) {
      await writeRows(context, listSavedQueries(), format);
    } else if (sql === undefined) {
      throw new Failure('usage', 'Cannot run a query: none was given', {
        hint: 'Give one SELECT statement, or the name of a saved query; "satchel query --list" lists them',
      });
    } else if (options.account !== undefined && (options.lake !== undefined || !isQueryName(sql))) {
      throw new Failure(
        'usage',
        'Cannot use --account with this query: it works only with saved queries on a store',
        {
          hint: "Write a condition, such as repo like 'acme/%'; in a lake, account = 'acme'",
        },
      );
    } else if (options.show === true) {
      const text = await showQuery(sql, options);
      await writeText(context.stdout, options.json === true ? jsonLine({ name: sql, sql: text }) : text);
    } else if (options.lake !== undefined) {
      await writeAnswer(await askLake(options.lake, sql, options, context), format, options, context);
    } else {
      const path = await findStore(options, context);
      await withStoreAt(path, options.snapshot, async (storePath) =>
        writeAnswer(await askStore(storePath, sql, options, context), format, options, context),
      );
    }
  });
}

async function showQuery(name: string, { dialect, param = {} }: QueryOptions): Promise<string> {
  if (dialect === undefined) {
    return showSavedQuery(name);
  }
  const { showTranslatedQuery } = await import('../../lake/translate-query.ts');
  return showTranslatedQuery(name, param, dialect);
}

async function askLake(
  path: string,
  sql: string,
  options: QueryOptions,
  context: CommandContext,
): Promise<GuardedQuery> {
  if (options.snapshot !== undefined) {
    throw new Failure('usage', 'Cannot read a snapshot of a lake: it has all of them', {
      hint: 'Leave --snapshot out, and query TABLE_states where valid_from <= TIME and TIME < valid_until',
    });
  }
  const { queryLake } = await import('../../lake/query-lake.ts');
  const { translateSavedQuery } = await import('../../lake/translate-query.ts');
  const { param = {} } = options;
  const text = isQueryName(sql) ? translateSavedQuery(sql, param, 'duckdb') : sql;
  const parameters = isQueryName(sql) ? {} : param;
  return await queryLake(path, text, { ...context, ...guardOf(options, parameters, context) });
}

async function askStore(
  path: string,
  sql: string,
  options: QueryOptions,
  context: CommandContext,
): Promise<GuardedQuery> {
  const isSaved = isQueryName(sql);
  repositoriesOf(options, path); // Fails if an account is unknown.
  const chosen = isSaved
    ? chooseSavedQuery(sql, options.param, options.account)
    : { sql, parameters: options.param ?? {} };
  const repo = isSaved ? chosen.parameters['repo'] : undefined;
  const spelled = repo === undefined ? {} : { repo: spellRepository(path, repo) };
  return await runGuardedQuery(
    path,
    chosen.sql,
    guardOf(options, { ...chosen.parameters, ...spelled }, context),
  );
}

function guardOf(
  { timeout, maxRows }: QueryOptions,
  parameters: Readonly<Record<string, string>>,
  { clock, signal }: CommandContext,
) {
  return { parameters, timeoutMs: timeout, maxRows, clock, signal };
}

async function writeAnswer(
  query: GuardedQuery,
  format: RowsFormat,
  options: QueryOptions,
  context: CommandContext,
): Promise<void> {
  const answer = { columns: query.columns, rows: singleRows(query) };
  await writeRows(context, answer, format);
  reportCut(query, options, context);
}

async function* singleRows({ batches }: GuardedQuery) {
  for await (const batch of batches) {
    yield* batch;
  }
}

/** Warns on truncated results, which must not be mistaken for complete ones. */
function reportCut(query: GuardedQuery, options: QueryOptions, context: CommandContext): void {
  const cut = query.cut();
  if (cut !== 'time' && cut !== 'rows') {
    return; // This command does not limit the size.
  }
  const [limit, flag] = {
    time: [formatDuration(options.timeout), '--timeout'],
    rows: [countText(options.maxRows, 'row'), '--max-rows'],
  }[cut];
  context.stderr.write(`The result is incomplete: it ends after ${limit}. Raise ${flag} for more.\n`);
  context.endWith('warnings');
}

function listSavedQueries() {
  const rows = Object.entries(SAVED_QUERIES).map(([name, { title, parameters }]) => [
    name,
    title,
    Object.entries(parameters)
      .map(([parameter, row]) => `${parameter}=${row.default}`)
      .join(' '),
  ]);
  return { columns: ['name', 'answers', 'parameters'], rows };
}

function gatherParameter(
  text: string,
  previous: Readonly<Record<string, string>> | undefined,
): Readonly<Record<string, string>> {
  const match = /^(\w+)=([\s\S]*)$/.exec(text);
  if (match?.[1] === undefined || match[2] === undefined) {
    throw new InvalidArgumentError('It must be name=value.');
  }
  return { ...previous, [match[1]]: match[2] };
}
