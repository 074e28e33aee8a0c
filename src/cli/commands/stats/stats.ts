import type { Command } from 'commander';
import { findStore, type StoreSettings } from '../../../app/store-location.ts';
import { formatDuration } from '../../../base/durations.ts';
import { invariant } from '../../../base/failure.ts';
import { fillMonths } from '../../../base/fill-months.ts';
import { type GuardedQuery, QUERY_LIMITS, runGuardedQueries } from '../../../reading/run-guarded-query.ts';
import { chooseSavedQuery } from '../../../reading/saved-queries.ts';
import type { CommandContext } from '../../context.ts';
import {
  type AccountFlags,
  addAccountFlag,
  repositoriesOf,
  spellRepository,
} from '../../flags/account-flag.ts';
import { addFlag, addHelpEnd, parseSpan } from '../../flags/flags.ts';
import { addStoreFlags } from '../../flags/store-flags.ts';
import { usableColumns, writeText } from '../../output/terminal.ts';
import { type CellValue, cellJson, cellText } from '../../render/cell-text.ts';
import { createPaint } from '../../render/painter.ts';
import type { formatBars, formatSparkline, sumGroups } from './charts.ts';
import { STATS_PANELS } from './stats-panels.table.ts';

interface StatsOptions extends StoreSettings, AccountFlags {
  readonly repo?: string;
  readonly timeout: number;
  readonly json?: boolean;
}

type Panel = (typeof STATS_PANELS)[number];
type Row = Readonly<Record<string, CellValue>>;

interface Look {
  readonly widthColumns: number;
  readonly paint: (text: string) => string;
  readonly charts: {
    readonly formatBars: typeof formatBars;
    readonly formatSparkline: typeof formatSparkline;
    readonly sumGroups: typeof sumGroups;
  };
}

const MAX_COLUMNS = 100;
/** Bars per panel. The saved query has all rows. */
const MAX_BARS = 10;

/** `satchel stats`: draws the main saved queries as charts. */
export function defineStats(command: Command, context: CommandContext): void {
  addStoreFlags(command);
  addFlag(command, '--repo <owner/name>', 'only this repository');
  addAccountFlag(command, 'repositories');
  addFlag(command, '--timeout <span>', 'time limit of each query', {
    parse: parseSpan,
    default: QUERY_LIMITS.timeoutMs,
    defaultText: formatDuration(QUERY_LIMITS.timeoutMs),
  });
  addHelpEnd(command, ['stats', 'stats --repo acme/app', 'stats --json']);
  command.action(async (options: StatsOptions) => {
    const path = await findStore(options, context);
    const repo = spellRepository(path, options.repo ?? '');
    repositoriesOf(options, path); // Fails if an account is unknown.
    const look = await chooseLook(context);
    const queries = runGuardedQueries(
      path,
      STATS_PANELS.map(({ query }) => chooseSavedQuery(query, { repo }, options.account)),
      { timeoutMs: options.timeout, clock: context.clock, signal: context.signal },
    );
    const parts: string[] = [];
    for await (const query of queries) {
      const panel = STATS_PANELS[parts.length];
      invariant(panel !== undefined, 'there is one query for each panel');
      const rows = await readRows(query);
      if (query.cut() !== undefined) {
        reportCut(panel, options.timeout, context);
      }
      parts.push(options.json === true ? jsonPart(panel, rows) : draw(panel, rows, look));
    }
    await writeText(
      context.stdout,
      options.json === true ? `{\n${parts.join(',\n')}\n}\n` : parts.join('\n'),
    );
  });
}

async function readRows({ columns, batches }: GuardedQuery): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for await (const batch of batches) {
    for (const row of batch) {
      rows.push(Object.fromEntries(columns.map((name, index) => [name, row[index] ?? null])));
    }
  }
  return rows;
}

function reportCut(panel: Panel, timeoutMs: number, context: CommandContext): void {
  context.stderr.write(
    `"${panel.title}" is incomplete: it was stopped after ${formatDuration(timeoutMs)}. Raise --timeout for more.\n`,
  );
  context.endWith('warnings');
}

function jsonPart(panel: Panel, rows: readonly Row[]): string {
  const objects = rows.map((row) => {
    const members = Object.entries(row).map(([name, value]) => `${JSON.stringify(name)}: ${cellJson(value)}`);
    return `    {${members.join(', ')}}`;
  });
  const list = objects.length === 0 ? '[]' : `[\n${objects.join(',\n')}\n  ]`;
  return `  ${JSON.stringify(panel.query)}: ${list}`;
}

function draw(panel: Panel, rows: readonly Row[], look: Look): string {
  const chart = panel.chart === 'bars' ? drawBars(panel, rows, look) : drawMonths(panel, rows, look);
  return `${panel.title}\n${chart === '' ? '  nothing yet\n' : chart.replace(/^(?=.)/gm, '  ')}`;
}

function drawBars(panel: Panel, rows: readonly Row[], { widthColumns, paint, charts }: Look): string {
  const [value = ''] = panel.values;
  const bars = rows.slice(0, MAX_BARS).map((row) => ({
    label: panel.labels.map((name) => cellText(row[name] ?? '(none)')).join(' '),
    value: Number(row[value] ?? 0),
  }));
  return charts.formatBars(bars, { widthColumns: widthColumns - 2, paint });
}

/** All months, several in a bar if the terminal is too narrow: totals of some would depend on its width. */
function drawMonths(panel: Panel, rows: readonly Row[], { widthColumns, paint, charts }: Look): string {
  const months = fillMonths(rows.map((row) => String(row['month'])).sort());
  const first = months[0];
  if (first === undefined) {
    return '';
  }
  const byMonth = new Map(rows.map((row) => [row['month'], row]));
  const nameWidth = Math.max(...panel.values.map((name) => name.length));
  const room = Math.max(1, widthColumns - 2 - nameWidth - 4 - MAX_TOTAL_DIGITS);
  const monthsEach = Math.ceil(months.length / room);
  const lines = panel.values.map((name) => {
    const values = months.map((month) => Number(byMonth.get(month)?.[name] ?? 0));
    const total = String(values.reduce((sum, value) => sum + value, 0)).padStart(MAX_TOTAL_DIGITS);
    return `${name.replaceAll('_', ' ').padEnd(nameWidth)}  ${total}  ${paint(charts.formatSparkline(charts.sumGroups(values, monthsEach)))}`;
  });
  const span = `${first} to ${months.at(-1)}${monthsEach > 1 ? `, each bar is ${monthsEach} months` : ''}`;
  const indent = Math.min(nameWidth + MAX_TOTAL_DIGITS + 4, widthColumns - 2 - span.length);
  return `${[...lines, ' '.repeat(Math.max(0, indent)) + span].join('\n')}\n`;
}

/** The width of the total next to a sparkline. */
const MAX_TOTAL_DIGITS = 7;

async function chooseLook(context: CommandContext): Promise<Look> {
  const paint = createPaint(context);
  const widthColumns = Math.min(usableColumns(context.stdout), MAX_COLUMNS);
  const charts = await import('./charts.ts');
  return { widthColumns, paint: (text) => paint(['cyan'], text), charts };
}
