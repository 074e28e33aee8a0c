import { type Command, InvalidArgumentError } from 'commander';
import { countText, Failure, formatDuration } from '../../base/index.ts';
import {
  chooseSavedQuery,
  type GuardedQuery,
  isQueryName,
  QUERY_LIMITS,
  runGuardedQuery,
  SAVED_QUERIES,
  showSavedQuery,
} from '../../reading/index.ts';
import type { CommandContext } from '../context.ts';
import { addFlag, addHelpEnd, parseSpan, parseWholeNumber } from '../flags.ts';
import { jsonLine } from '../json-names.ts';
import {
  addFmtFlags,
  addRowFormatFlags,
  chooseRowFormat,
  type RowFormatOptions,
  writeRows,
} from '../render/write-rows.ts';
import { writeText } from '../render/write-text.ts';
import { spellRepository } from '../spell-repository.ts';
import { addSnapshotFlag, type SnapshotFlags, withStoreAt } from '../store-at-snapshot.ts';
import { addStoreFlags, findStore, type StoreFlags } from '../store-location.ts';

interface QueryOptions extends StoreFlags, SnapshotFlags, RowFormatOptions {
  readonly param?: Readonly<Record<string, string>>;
  readonly timeout: number;
  readonly maxRows: number;
  readonly list?: boolean;
  readonly show?: boolean;
}

/** `satchel query SQL`: runs one read-only statement, or a saved query by name. */
export function defineQuery(command: Command, context: CommandContext): void {
  command.argument('[sql]', 'one SELECT, WITH, VALUES or EXPLAIN statement, or the name of a saved query');
  addStoreFlags(command);
  addSnapshotFlag(command);
  addFlag(command, '-p, --param <name=value>', 'bind :name in the statement; repeat for more', {
    parse: gatherParameter,
  });
  addFlag(command, '--list', 'list the saved queries and their parameters');
  addFlag(command, '--show', 'print the SQL of a saved query instead of running it');
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
  ]);
  command.action(async (sql: string | undefined, options: QueryOptions) => {
    if (options.list === true) {
      await writeRows(context.stdout, listSavedQueries(), chooseRowFormat(options));
    } else if (sql === undefined) {
      throw new Failure('usage', 'Cannot run a query: none was given', {
        hint: 'Give one SELECT statement, or the name of a saved query; "satchel query --list" lists them',
      });
    } else if (options.show === true) {
      const text = showSavedQuery(sql);
      await writeText(context.stdout, options.json === true ? jsonLine({ name: sql, sql: text }) : text);
    } else {
      const path = await findStore(options, context);
      await withStoreAt(path, options.snapshot, context, (storePath) =>
        runQuery(storePath, sql, options, context),
      );
    }
  });
}

async function runQuery(
  path: string,
  sql: string,
  options: QueryOptions,
  context: CommandContext,
): Promise<void> {
  const format = chooseRowFormat(options);
  const isSaved = isQueryName(sql);
  const chosen = isSaved ? chooseSavedQuery(sql, options.param) : { sql, parameters: options.param ?? {} };
  const repo = isSaved ? chosen.parameters['repo'] : undefined;
  const spelled = repo === undefined ? {} : { repo: spellRepository(path, repo) };
  const query = await runGuardedQuery(path, chosen.sql, {
    parameters: { ...chosen.parameters, ...spelled },
    timeoutMs: options.timeout,
    maxRows: options.maxRows,
    clock: context.clock,
    signal: context.signal,
  });
  await writeRows(context.stdout, { columns: query.columns, rows: singleRows(query) }, format);
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
