import {
  type Clock,
  type Disk,
  type JsonObject,
  type LogContent,
  openLineLog,
  readLineLog,
  writeLineLog,
} from '../../base/index.ts';
import type { JournalFact, JournalLine, JournalWriter } from '../../model/index.ts';
import { sizeOfFile } from '../archive-presence.ts';
import { findNeededLines } from './needed-lines.ts';

/** What a vault's journal tells. */
export interface JournalContent {
  readonly lines: readonly JournalLine[];
  /** Numbers of lines that are damaged and therefore not among `lines`; half a line at the end is none. */
  readonly damagedLines: readonly number[];
}

/** The journal of one run: what was written before it and by it, and where it writes. */
export interface RunJournal extends JournalWriter, JournalContent {
  readonly run: string;
  close(): Promise<void>;
}

interface JournalOptions {
  readonly path: string;
  /** The run that writes. */
  readonly run: string;
  readonly clock: Pick<Clock, 'now'>;
  readonly disk: Disk;
}

/** Reads the journal at `path`; a vault without one has an empty one. */
export async function readJournal(path: string): Promise<JournalContent> {
  return contentOf(await readLineLog(path));
}

/** Opens the journal for one run. The vault must be locked: a journal has one writer. */
export async function openJournal({ path, run, clock, disk }: JournalOptions): Promise<RunJournal> {
  await compactJournal(path, disk);
  const { log, content } = await openLineLog(path, disk);
  const { lines: former, damagedLines } = contentOf(content);
  const lines = [...former];
  const append = async (fact: JournalFact, isLasting: boolean) => {
    const line: JournalLine = { ...fact, run, at: new Date(clock.now()).toISOString() };
    lines.push(line);
    await log.append(line as unknown as JsonObject, { isLasting }); // Facts are plain JSON.
  };
  return {
    lines,
    damagedLines,
    run,
    write: async (fact) => await append(fact, true),
    note: (fact) => void append(fact, false).catch(() => undefined), // The next `write` fails with the same.
    close: async () => await log.close(),
  };
}

/** A journal beyond this size loses the lines that nobody will ask for; it would grow for ever. */
export const MAX_JOURNAL_BYTES = 8 * 1024 * 1024;

/** The runs that every journal keeps. */
const KEPT_RUNS = 200;

async function compactJournal(path: string, disk: Disk): Promise<void> {
  const sizeBytes = await sizeOfFile(path);
  if (sizeBytes !== undefined && sizeBytes > MAX_JOURNAL_BYTES) {
    const { lines } = contentOf(await readLineLog(path));
    await rewriteJournal(path, findNeededLines(lines, KEPT_RUNS), disk);
  }
}

/** Puts lines in the place of a journal, whole. The vault must be locked, and nobody may have it open. */
export async function rewriteJournal(path: string, lines: readonly JournalLine[], disk: Disk): Promise<void> {
  await writeLineLog(path, lines as unknown as readonly JsonObject[], disk); // Facts are plain JSON.
}

function contentOf({ lines, damagedLines }: LogContent): JournalContent {
  // Their checksums say that they are what a Satchel wrote; types of newer ones are passed over by whoever folds them.
  return { lines: lines as unknown as readonly JournalLine[], damagedLines };
}
