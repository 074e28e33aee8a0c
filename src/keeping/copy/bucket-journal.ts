import { createHash } from 'node:crypto';
import { eachOf } from '../../base/each-of.ts';
import type { JsonObject } from '../../base/json.ts';
import { decodeLog, encodeLog } from '../../base/line-log.ts';
import type { JournalLine } from '../../model/journal.ts';
import type { ObjectStore } from '../../objects/object-store.ts';
import { writeSmallObject } from '../../objects/small-objects.ts';
import { trimJournal } from '../../vault/journal.ts';
import { isJournalLine } from '../../vault/journal-line.ts';
import { ifDecryptable, KEYS, keysIn, readDamagedToo } from './bucket-keys.ts';
import { linesLackedBy, runsOf } from './merge-journals.ts';
import { AT_ONCE } from './vault-end.ts';

/** Lines of many runs. Lines that are also in other objects, which a killed process has left, count once. */
export const COMPACTED = 'compacted.jsonl';

/** Reads the lines of all runs. */
export async function readBucketJournal(objects: ObjectStore): Promise<readonly JournalLine[]> {
  return foldJournal(await readTexts(objects)).lines;
}

async function readTexts(objects: ObjectStore): Promise<ReadonlyMap<string, Buffer>> {
  for (;;) {
    const texts = new Map<string, Buffer>();
    let isReplaced = false;
    await eachOf(await keysIn(objects, KEYS.journal), AT_ONCE, async (key) => {
      const bytes = await readDamagedToo(objects, `${KEYS.journal}${key}`);
      isReplaced ||= bytes === undefined; // By a compacted one, since the listing.
      texts.set(key, bytes ?? Buffer.of());
    });
    if (!isReplaced) {
      return texts;
    }
  }
}

interface FoldedJournal {
  readonly lines: readonly JournalLine[];
  /** The key and the text of each object that is damaged. Its undamaged lines are among `lines`. */
  readonly damage: readonly string[];
}

/**
 * The lines of the objects of a journal, given by their keys below `journal/`: by time, and those of one run in their
 * order even if its clock was set back.
 */
export function foldJournal(texts: ReadonlyMap<string, Buffer>): FoldedJournal {
  const unique = new Map<string, JournalLine>();
  const damage: string[] = [];
  for (const key of [...texts.keys()].sort(byAge)) {
    const bytes = texts.get(key) ?? Buffer.of();
    const { lines, damagedLines, gaps, isTorn } = decodeLog(bytes);
    const sound = (lines as readonly unknown[]).filter(isJournalLine); // Anyone can make a checksum.
    if (isTorn || damagedLines.length + gaps.length > 0 || sound.length < lines.length) {
      damage.push(`${key} ${JSON.stringify(bytes.toString('utf8'))}`);
    }
    for (const line of sound) {
      unique.set(JSON.stringify(line), line);
    }
  }
  const lines = runsOf([...unique.values()])
    .flatMap((run) => {
      let atMs = Number.NEGATIVE_INFINITY;
      return run.map((line) => {
        atMs = Math.max(atMs, Date.parse(line.at));
        return { line, atMs };
      });
    })
    .sort((a, b) => a.atMs - b.atMs)
    .map(({ line }) => line);
  return { lines, damage };
}

/** The compacted lines come before all others. */
function byAge(a: string, b: string): number {
  return Number(b === COMPACTED) - Number(a === COMPACTED) || (a < b ? -1 : 1);
}

/**
 * Adds the lines that a journal lacks, with all others of their runs, because their order counts. The journal need not be
 * readable: what is added twice counts once.
 */
export async function addRuns(objects: ObjectStore, lines: readonly JournalLine[]): Promise<void> {
  const keys = new Set(await keysIn(objects, KEYS.journal));
  const own = (await ifDecryptable(readBucketJournal(objects))) ?? []; // Without a key, no line is known.
  const lacking = new Set(linesLackedBy(own, lines).map(({ run }) => run));
  await eachOf(runsOf(lines), AT_ONCE, async (run) => {
    const [first] = run;
    if (first === undefined || !lacking.has(first.run)) {
      return;
    }
    const bytes = encodeLines(run);
    const key = KEYS.copiedLines(first.run, createHash('sha256').update(bytes).digest('hex'));
    if (!keys.has(key.slice(KEYS.journal.length))) {
      await writeSmallObject(objects, key, bytes);
    }
  });
}

/**
 * Makes all objects of a journal one, without lines that are no longer needed and without what is damaged. Objects that
 * other runs add meanwhile remain.
 */
export async function compactJournal(objects: ObjectStore): Promise<void> {
  const texts = await readTexts(objects);
  const { lines } = foldJournal(texts);
  const sizeBytes = [...texts.values()].reduce((sum, { byteLength }) => sum + byteLength, 0);
  const bytes = encodeLines(trimJournal(lines, sizeBytes));
  await writeSmallObject(objects, `${KEYS.journal}${COMPACTED}`, bytes);
  const former = [...texts.keys()].filter((key) => key !== COMPACTED);
  await eachOf(former, AT_ONCE, async (key) => await objects.remove(`${KEYS.journal}${key}`));
}

/** Lines with checksums, as in the file of a journal. Each object is a log of its own. */
export function encodeLines(lines: readonly JournalLine[]): Buffer {
  return encodeLog(lines as unknown as readonly JsonObject[]); // Facts are plain JSON.
}
