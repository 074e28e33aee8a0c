import { isJsonObject, parseJson } from '../../base/index.ts';
import type { JournalLine } from '../../model/index.ts';
import { type ObjectStore, readSmallObject, writeSmallObject } from '../../objects/index.ts';
import { eachOf } from '../each-of.ts';
import { KEYS, keysIn } from './bucket-keys.ts';
import { runsOf } from './merge-journals.ts';
import { AT_ONCE } from './vault-end.ts';

/** Lines of many runs. Its runs replace the objects of the same runs, which a killed process may have left. */
export const COMPACTED = 'compacted.jsonl';

/** Reads the lines of all runs, by the time at which the runs began. */
export async function readBucketJournal(objects: ObjectStore): Promise<readonly JournalLine[]> {
  for (;;) {
    const texts = new Map<string, string>();
    let isReplaced = false;
    await eachOf(await keysIn(objects, KEYS.journal), AT_ONCE, async (key) => {
      const bytes = await readSmallObject(objects, `${KEYS.journal}${key}`);
      isReplaced ||= bytes === undefined; // By a compacted one, since the listing.
      texts.set(key, bytes?.toString('utf8') ?? '');
    });
    if (!isReplaced) {
      return foldJournal(texts);
    }
  }
}

/** The lines of the objects of a journal, given by their keys below `journal/`. */
export function foldJournal(texts: ReadonlyMap<string, string>): readonly JournalLine[] {
  const compacted = readLines(texts.get(COMPACTED) ?? '');
  const known = new Set(compacted.map(({ run }) => run));
  const others = [...texts]
    .filter(([key]) => key !== COMPACTED && !known.has(key.split('/')[0] ?? ''))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, text]) => readLines(text));
  return runsOf([...compacted, ...others])
    .sort(([a], [b]) => Date.parse(a?.at ?? '') - Date.parse(b?.at ?? ''))
    .flat();
}

/** Adds the runs that a journal lacks. It need not be readable: what is added twice counts once. */
export async function addRuns(objects: ObjectStore, lines: readonly JournalLine[]): Promise<void> {
  const known = new Set((await keysIn(objects, KEYS.journal)).map((key) => key.split('/')[0]));
  await eachOf(runsOf(lines), AT_ONCE, async (run) => {
    const [first] = run;
    if (first !== undefined && !known.has(first.run)) {
      await writeSmallObject(objects, KEYS.lines(first.run, 1), textOfLines(run));
    }
  });
}

/** Replaces a whole journal. If the process is killed, former lines may remain, which the new ones replace. */
export async function replaceJournal(objects: ObjectStore, lines: readonly JournalLine[]): Promise<void> {
  const former = (await keysIn(objects, KEYS.journal)).filter((key) => key !== COMPACTED);
  await writeSmallObject(objects, `${KEYS.journal}${COMPACTED}`, textOfLines(lines));
  await eachOf(former, AT_ONCE, async (key) => await objects.remove(`${KEYS.journal}${key}`));
}

export function textOfLines(lines: readonly JournalLine[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

function readLines(text: string): readonly JournalLine[] {
  return text.split('\n').flatMap((one) => {
    const line = parseJson(one);
    const isLine = isJsonObject(line) && typeof line['run'] === 'string' && typeof line['type'] === 'string';
    return isLine ? [line as unknown as JournalLine] : []; // Unknown types of newer versions are ignored when lines are folded.
  });
}
