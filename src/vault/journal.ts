import type { Clock } from '../base/clock.ts';
import type { Disk } from '../base/disk.ts';
import { sizeOfFile } from '../base/file-failure.ts';
import type { JsonObject } from '../base/json.ts';
import { type LogContent, openLineLog, readLineLog, writeLineLog } from '../base/line-log.ts';
import { countText } from '../base/sizes.ts';
import { formatTimestamp } from '../base/timestamps.ts';
import type { JournalFact, JournalLine, JournalWriter } from '../model/journal.ts';
import { isJournalLine } from './journal-line.ts';
import { findNeededLines } from './needed-lines.ts';

export interface JournalContent {
  readonly lines: readonly JournalLine[];
  /** What is damaged or missing, as a clause without a subject; undefined for a sound journal. */
  readonly damage: string | undefined;
}

/** The journal of one run: the lines before it and its own, and where it writes. */
export interface RunJournal extends JournalWriter, JournalContent {
  readonly run: string;
  close(): Promise<void>;
}

interface JournalOptions {
  readonly path: string;
  readonly run: string;
  readonly clock: Pick<Clock, 'now'>;
  readonly disk: Disk;
}

/** Reads the journal at `path`; a missing file counts as empty. */
export async function readJournal(path: string): Promise<JournalContent> {
  return contentOf(await readLineLog(path));
}

/** Opens the journal for one run. The vault must be locked: a journal has only one writer. */
export async function openJournal({ path, run, clock, disk }: JournalOptions): Promise<RunJournal> {
  await compactJournal(path, disk);
  const { log, content } = await openLineLog(path, disk);
  const { lines: former, damage } = contentOf(content);
  const lines = [...former];
  const append = async (fact: JournalFact, isLasting: boolean) => {
    const line: JournalLine = { ...fact, run, at: formatTimestamp(clock.now()) };
    lines.push(line);
    await log.append(line as unknown as JsonObject, { isLasting }); // Facts are plain JSON.
  };
  return {
    lines,
    damage,
    run,
    write: async (fact) => await append(fact, true),
    note: (fact) => void append(fact, false).catch(() => undefined), // The next `write` fails with the same error.
    close: async () => await log.close(),
  };
}

/**
 * A journal beyond this size is compacted to the lines that are still needed; otherwise it would grow without limit.
 * A damaged one is not, because its damage would no longer be reported.
 */
export const MAX_JOURNAL_BYTES = 8 * 1024 * 1024;

/** The number of latest runs whose lines are always kept. */
const KEPT_RUNS = 200;

async function compactJournal(path: string, disk: Disk): Promise<void> {
  const sizeBytes = await sizeOfFile(path);
  if (sizeBytes !== undefined && sizeBytes > MAX_JOURNAL_BYTES) {
    const { lines, damage } = contentOf(await readLineLog(path));
    if (damage === undefined) {
      await rewriteJournal(path, trimJournal(lines, sizeBytes), { disk });
    }
  }
}

/** The lines of a sound journal that are kept when it is written again. */
export function trimJournal(lines: readonly JournalLine[], sizeBytes: number): readonly JournalLine[] {
  return sizeBytes > MAX_JOURNAL_BYTES ? findNeededLines(lines, KEPT_RUNS) : lines;
}

/** What a journal is written with besides its lines. */
export interface RewriteOptions {
  readonly disk: Disk;
  /** Texts that are found as damage of the journal. */
  readonly damage?: readonly string[];
}

/** Replaces the content of a journal atomically. The vault must be locked, and the journal must not be open. */
export async function rewriteJournal(
  path: string,
  lines: readonly JournalLine[],
  options: RewriteOptions,
): Promise<void> {
  await writeLineLog(path, lines as unknown as readonly JsonObject[], options); // Facts are plain JSON.
}

function contentOf({ lines, damagedLines, gaps }: LogContent): JournalContent {
  const journalLines = (lines as readonly unknown[]).filter(isJournalLine); // Anyone can make a checksum.
  const invalid = lines.length - journalLines.length;
  const faults = [
    ...(damagedLines.length > 0 ? [`is damaged at ${nameLines(damagedLines)}`] : []),
    ...(gaps.length > 0 ? [`has lost lines before ${nameLines(gaps)}`] : []),
    ...(invalid > 0 ? [`has ${countText(invalid, 'line')} of something else`] : []),
  ];
  return { lines: journalLines, damage: faults.length === 0 ? undefined : faults.join(' and ') };
}

const MAX_NAMED_LINES = 3;

/** `line 7`, `lines 2, 7 and 9`, `lines 2, 7, 9 and 4 more` */
function nameLines(numbers: readonly number[]): string {
  const named = numbers.slice(0, MAX_NAMED_LINES).map(String);
  const rest = numbers.length - named.length;
  const last = rest > 0 ? `${rest} more` : named.pop();
  const before = named.join(', ');
  return before === '' ? `line ${last}` : `lines ${before} and ${last}`;
}
