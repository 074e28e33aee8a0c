import type { Command } from 'commander';
import type { IdentitySettings } from '../../app/archive-argument.ts';
import {
  type Comparison,
  countDifferences,
  type DifferenceCount,
  findPointInTime,
  openComparison,
  type PointInTime,
} from '../../app/comparison.ts';
import type { StoreSettings } from '../../app/store-location.ts';
import { definedMembers } from '../../base/json.ts';
import { countText } from '../../base/sizes.ts';
import { isOwnedBy, ownerOf, requireAccounts } from '../../model/accounts.ts';
import { exitOfFindings } from '../../model/findings.ts';
import { createGlance, readUrlPlace } from '../../reading/locate-record.ts';
import { readRepositoryNames } from '../../reading/read-names.ts';
import type { Database } from '../../store/database.ts';
import type { RecordDifference } from '../../store/read-differences.ts';
import { factsOfRecord, firstLine } from '../../store/record-facts.ts';
import type { Snapshot } from '../../store/snapshot.ts';
import type { CommandContext, Output } from '../context.ts';
import { type AccountFlags, addAccountFlag } from '../flags/account-flag.ts';
import { addFlag, addHelpEnd } from '../flags/flags.ts';
import { addIdentityFlag } from '../flags/identity-flags.ts';
import { addStoreFlags } from '../flags/store-flags.ts';
import { jsonLine, safeJson, toJsonNames } from '../output/json-names.ts';
import { pageText } from '../output/page-text.ts';
import { writeText } from '../output/terminal.ts';
import { cellText } from '../render/cell-text.ts';
import { formatFieldDifferences, listFieldDifferences } from '../render/format-field-differences.ts';
import { formatFindings } from '../render/format-findings.ts';
import { createPaint, type Paint, type Style } from '../render/painter.ts';

interface DiffFlags extends StoreSettings, IdentitySettings, AccountFlags {
  readonly counts?: boolean;
  readonly json?: boolean;
  readonly pager: boolean;
}

/** `satchel diff A B`: compares two archives, stores or snapshots. */
export function defineDiff(command: Command, context: CommandContext): void {
  const what = 'an archive, a store, or a snapshot of the store: its number, latest or previous';
  command.argument('<a>', what).argument('<b>', 'what to compare it with, in the same form');
  addStoreFlags(command);
  addIdentityFlag(command);
  addAccountFlag(command, 'repositories');
  addFlag(command, '--counts', 'show only the counts for each kind and repository');
  addFlag(command, '--no-pager', 'write directly to the terminal, without $PAGER');
  addHelpEnd(command, [
    'diff previous latest --db work.db',
    'diff 2025.tar.gz 2026.tar.gz --counts',
    'diff 1 latest --db work.db --json',
  ]);
  command.action(async (a: string, b: string, flags: DiffFlags) => {
    const points: PointInTime[] = [];
    try {
      points.push(await findPointInTime(a, flags, context));
      points.push(await findPointInTime(b, flags, context));
      const [first, second] = points;
      if (first !== undefined && second !== undefined) {
        await compare(
          await openComparison(first, second, {
            ...context,
            ...definedMembers({ identityFile: flags.identityFile }),
          }),
          flags,
          context,
        );
      }
    } finally {
      for (const point of points) {
        if (point.type === 'snapshot') {
          point.store.close();
        }
      }
    }
  });
}

async function compare(comparison: Comparison, flags: DiffFlags, context: CommandContext): Promise<void> {
  try {
    const chosen = narrowed(comparison, flags);
    await (flags.json === true
      ? writeJson(context.stdout, chosen, flags.counts !== true)
      : writeWords(chosen, flags, context));
    const exit = exitOfFindings(comparison.findings);
    if (exit !== 'done') {
      context.stderr.write(formatFindings(comparison.findings));
    }
    context.endWith(exit);
  } finally {
    await comparison.close();
  }
}

/** The differences in repositories of the named accounts. Fails with `absent` if neither side has one of an account. */
function narrowed(comparison: Comparison, { account: accounts }: DiffFlags): Comparison {
  if (accounts === undefined) {
    return comparison;
  }
  function* differences() {
    for (const difference of comparison.differences()) {
      if (isOwnedBy(difference.repo ?? '', accounts ?? [])) {
        yield difference;
      }
    }
  }
  const known = new Set(readRepositoryNames(comparison.store.db).map(ownerOf));
  for (const { repo } of comparison.differences()) {
    known.add(ownerOf(repo ?? '')); // Of repositories that vanished too.
  }
  known.delete('');
  requireAccounts(accounts, [...known], 'the two have repositories');
  return { ...comparison, differences };
}

/** Shows the differences through the pager, piece by piece: they may not fit into memory. */
async function writeWords(
  comparison: Comparison,
  { counts, pager }: DiffFlags,
  context: CommandContext,
): Promise<void> {
  const counted = countDifferences(comparison.differences());
  const table = counted.counts.length === 0 ? undefined : await formatCounts(counted.counts);
  const paint = createPaint(context);
  const pieces = () => wordsOf(comparison, { ...counted, table, hasRecords: counts !== true, paint });
  await pageText(pieces, { isPaged: pager }, context);
}

interface Words extends Pick<ReturnType<typeof countDifferences>, 'renames'> {
  readonly table: string | undefined;
  readonly hasRecords: boolean;
  readonly paint: Paint;
}

function* wordsOf(comparison: Comparison, { renames, table, hasRecords, paint }: Words): Generator<string> {
  yield `From ${nameOf(comparison.from)}\nto   ${nameOf(comparison.to)}\n\n`;
  for (const { from, to, records } of renames) {
    const moved = `${countText(records, 'record')} without other differences`;
    yield `Renamed ${cellText(from)} to ${cellText(to)}: ${moved}\n\n`;
  }
  yield table ?? (renames.length === 0 ? 'No differences.\n' : 'No other differences.\n');
  if (hasRecords) {
    const threadTitle = createThreadTitles(comparison.store.db);
    let hadDetails = true;
    for (const difference of listed(comparison)) {
      const lines = formatDifference(difference, threadTitle, paint);
      const hasDetails = lines.length > 1;
      yield `${hasDetails || hadDetails ? '\n' : ''}${lines.join('\n')}\n`;
      hadDetails = hasDetails;
    }
  }
}

/** The differences to list individually; records that only moved are just counted. */
function* listed(comparison: Comparison): Generator<RecordDifference> {
  for (const difference of comparison.differences()) {
    if (difference.change !== 'moved') {
      yield difference;
    }
  }
}

function nameOf(snapshot: Snapshot | undefined): string {
  return `${cellText(snapshot?.archiveName ?? '')}, taken ${snapshot?.takenAt ?? 'at an unknown time'}`;
}

async function formatCounts(counts: readonly DifferenceCount[]): Promise<string> {
  const { formatRows } = await import('../render/text-table.ts');
  const columns = ['kind', 'repo', 'added', 'changed', 'vanished', 'returned'];
  const rows = counts.map(({ kind, repo, counts: { added, changed, vanished, returned } }) => [
    cellText(kind),
    cellText(repo ?? ''),
    ...[added, changed, vanished, returned].map(String),
  ]);
  return formatRows(rows, { columns, rightAligned: new Set([2, 3, 4, 5]), widthColumns: undefined });
}

const CHANGE_STYLES = {
  added: 'green',
  returned: 'green',
  changed: 'yellow',
  moved: 'yellow',
  vanished: 'red',
} as const satisfies Record<RecordDifference['change'], Style>;

type ThreadTitle = (url: string | undefined) => string | null;

/** Reads the title of the thread that a comment belongs to. */
function createThreadTitles(db: Database): ThreadTitle {
  const glance = createGlance(db);
  return (url = '') => {
    const { repo, number, kind } = readUrlPlace(url);
    return repo === undefined || number === undefined ? null : (glance(repo, number, kind)?.title ?? null);
  };
}

function formatDifference(
  { kind, url, change, before, after }: RecordDifference,
  threadTitle: ThreadTitle,
  paint: Paint,
): readonly string[] {
  const address = cellText(url ?? '(without a url)');
  const head = `${paint([CHANGE_STYLES[change]], change)} ${cellText(kind)} ${paint(['bold'], address)}`;
  const isPair = before !== undefined && after !== undefined;
  const { title, author, body } = factsOfRecord(after ?? before ?? '{}');
  const thread = title === null ? threadTitle(url) : null;
  const facts = [
    title === null ? '' : `"${title}"`,
    author === null ? '' : `by ${author}`,
    thread === null ? '' : `on "${thread}"`,
  ];
  const named = facts.filter((text) => text !== '').join(' ');
  const line = isPair ? '' : firstLine(body);
  const about = [named, line].filter((text) => text !== '').join(': ');
  return [
    head,
    ...(about === '' ? [] : [`  ${cellText(about)}`]),
    ...(isPair ? formatFieldDifferences(before, after, paint) : []),
  ];
}

/** Writes one object piece by piece: the differences may not fit into memory. */
async function writeJson(output: Output, comparison: Comparison, hasRecords: boolean): Promise<void> {
  const { from, to } = comparison;
  const { renames, counts: counted } = countDifferences(comparison.differences());
  const counts = counted.map(({ kind, repo, counts: changes }) => ({ kind, repo: repo ?? null, ...changes }));
  const head = safeJson(toJsonNames({ from, to, renames, counts }));
  if (!hasRecords) {
    await writeText(output, `${head}\n`);
    return;
  }
  await writeText(output, `${head.slice(0, -1)},"records":[`);
  let separator = '';
  for (const difference of listed(comparison)) {
    await writeText(output, `${separator}${jsonLine(toPrinted(difference)).trimEnd()}`);
    separator = ',\n';
  }
  await writeText(output, ']}\n');
}

/** Values remain JSON texts, so that `before` and `after` of a field are the exact literals of the archive. */
function toPrinted({ kind, url, repo, change, before, after }: RecordDifference): object {
  const isPair = before !== undefined && after !== undefined;
  return {
    kind,
    url: url ?? null,
    repo: repo ?? null,
    change,
    ...(isPair ? { fields: listFieldDifferences(before, after) } : {}),
  };
}
