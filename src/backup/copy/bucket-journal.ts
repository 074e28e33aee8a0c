import { createHash } from 'node:crypto';
import { Failure, parseJson } from '../../base/index.ts';
import type { JournalLine } from '../../model/index.ts';
import { type ObjectStore, writeSmallObject } from '../../objects/index.ts';
import { isJournalLine } from '../../vault/index.ts';
import { eachOf } from '../each-of.ts';
import { KEYS, keysIn, readDamagedToo } from './bucket-keys.ts';
import { linesLackedBy, runsOf } from './merge-journals.ts';
import { AT_ONCE } from './vault-end.ts';

/** Lines of many runs. Lines that are also in other objects, which a killed process has left, count once. */
export const COMPACTED = 'compacted.jsonl';

/** Reads the lines of all runs. */
export async function readBucketJournal(objects: ObjectStore): Promise<readonly JournalLine[]> {
  return foldJournal(await readTexts(objects));
}

async function readTexts(objects: ObjectStore): Promise<ReadonlyMap<string, string>> {
  for (;;) {
    const texts = new Map<string, string>();
    let isReplaced = false;
    await eachOf(await keysIn(objects, KEYS.journal), AT_ONCE, async (key) => {
      const bytes = await readDamagedToo(objects, `${KEYS.journal}${key}`);
      isReplaced ||= bytes === undefined; // By a compacted one, since the listing.
      texts.set(key, bytes?.toString('utf8') ?? '');
    });
    if (!isReplaced) {
      return texts;
    }
  }
}

/**
 * The lines of the objects of a journal, given by their keys below `journal/`: by time, and those of one run in their
 * order even if its clock was set back.
 */
export function foldJournal(texts: ReadonlyMap<string, string>): readonly JournalLine[] {
  const compacted = texts.get(COMPACTED) ?? '';
  const others = [...texts].filter(([key]) => key !== COMPACTED).sort(([a], [b]) => (a < b ? -1 : 1));
  const unique = new Set([compacted, ...others.map(([, text]) => text)].flatMap((text) => text.split('\n')));
  return runsOf([...unique].flatMap(readLine))
    .flatMap((run) => {
      let atMs = Number.NEGATIVE_INFINITY;
      return run.map((line) => {
        atMs = Math.max(atMs, Date.parse(line.at));
        return { line, atMs };
      });
    })
    .sort((a, b) => a.atMs - b.atMs)
    .map(({ line }) => line);
}

/**
 * Adds the lines that a journal lacks, with all others of their runs, because their order counts. The journal need not be
 * readable: what is added twice counts once.
 */
export async function addRuns(objects: ObjectStore, lines: readonly JournalLine[]): Promise<void> {
  const keys = new Set(await keysIn(objects, KEYS.journal));
  const own = await readIfDecryptable(objects);
  const lacking = new Set(linesLackedBy(own, lines).map(({ run }) => run));
  await eachOf(runsOf(lines), AT_ONCE, async (run) => {
    const [first] = run;
    if (first === undefined || !lacking.has(first.run)) {
      return;
    }
    const text = textOfLines(run);
    const key = KEYS.copiedLines(first.run, createHash('sha256').update(text).digest('hex'));
    if (!keys.has(key.slice(KEYS.journal.length))) {
      await writeSmallObject(objects, key, text);
    }
  });
}

/** Without a key, no line is known. */
async function readIfDecryptable(objects: ObjectStore): Promise<readonly JournalLine[]> {
  try {
    return await readBucketJournal(objects);
  } catch (error) {
    if (error instanceof Failure && error.code === 'key-missing') {
      return [];
    }
    throw error;
  }
}

/** Makes all objects of a journal one. Objects that other runs add meanwhile remain. */
export async function compactJournal(objects: ObjectStore): Promise<void> {
  const texts = await readTexts(objects);
  await writeSmallObject(objects, `${KEYS.journal}${COMPACTED}`, textOfLines(foldJournal(texts)));
  const former = [...texts.keys()].filter((key) => key !== COMPACTED);
  await eachOf(former, AT_ONCE, async (key) => await objects.remove(`${KEYS.journal}${key}`));
}

export function textOfLines(lines: readonly JournalLine[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

function readLine(text: string): readonly JournalLine[] {
  const line = parseJson(text);
  return isJournalLine(line) ? [line] : [];
}
