import { nextTurn } from '../../base/clock.ts';
import { createLargeCollector } from '../../base/garbage.ts';
import { countText } from '../../base/sizes.ts';
import type { Context, Output } from '../context.ts';
import { safeJson } from '../output/json-names.ts';
import { writeText } from '../output/terminal.ts';

/** What may be longer than memory, and is read while it is written. */
export type Sequence<Item> = Iterable<Item> | AsyncIterable<Item>;

/** Where a list is written, and where it is said that it is incomplete. */
export type Streams = Pick<Context, 'stdout' | 'stderr'>;

/** The texts of a list: before the first item, of each item, and after the last of `count`. */
export interface ListTexts<Item> {
  readonly head: string;
  readonly item: (item: Item, index: number) => string;
  readonly foot: (count: number) => string;
}

/** Items that are there without waiting are written in pieces of this size; between them, signals are noticed. */
const PIECE_CHARS = 32 * 1024;

/**
 * Writes a list while it is read, at the reader's pace. If it fails, what came before was written, stderr says so, and
 * the last line ends there: an array without its bracket cannot be taken for a whole one. Returns the number of items.
 */
export async function writeList<Item>(
  { stdout, stderr }: Streams,
  items: Sequence<Item>,
  { head, item: textOf, foot }: ListTexts<Item>,
): Promise<number> {
  const write = createPieceWriter(stdout);
  let text = head;
  let count = 0;
  let written = 0;
  // A service answers slowly, and each item is shown when it comes.
  const pieceChars = Symbol.asyncIterator in items ? 0 : PIECE_CHARS;
  try {
    for await (const item of items) {
      text += textOf(item, count);
      count += 1;
      if (text.length > pieceChars) {
        await write(text, count - written);
        text = '';
        written = count;
      }
    }
  } catch (error) {
    if (count > 0) {
      // Without waiting: perhaps no one reads any more.
      stdout.write(text.endsWith('\n') || (text === '' && foot(count) === '') ? text : `${text}\n`);
      noteCut(stderr, count);
    }
    throw error;
  }
  await writeText(stdout, text + foot(count));
  return count;
}

/** After this many items or this much text, what they have left is collected: V8 would let it pile up to hundreds of megabytes. */
const COLLECTED = { items: 4_000, chars: 4 * 1024 * 1024 };

/** Creates what writes texts, and lets signals and a closed output be noticed: a loop over a store waits for nothing else. */
export function createPieceWriter(output: Output): (text: string, items: number) => Promise<void> {
  const collect = createLargeCollector();
  let [items, chars] = [0, 0];
  return async (text, count) => {
    await writeText(output, text);
    await nextTurn();
    chars += text.length;
    items += count;
    if (chars > COLLECTED.chars || items > COLLECTED.items) {
      collect(Number.MAX_SAFE_INTEGER);
      [items, chars] = [0, 0];
    }
  };
}

/** Says that a list is incomplete, before the failure is reported. */
export function noteCut(stderr: Output, count: number): void {
  stderr.write(`The list is incomplete: it ends after ${countText(count, 'item')}.\n`);
}

/** Writes objects as an array with one of them per line, or as lines; or each as `textOf` says. */
export async function writeObjects<Item extends object>(
  streams: Streams,
  objects: Sequence<Item>,
  format: 'json' | 'ndjson',
  textOf: (object: Item) => string = (object) => safeJson(object),
): Promise<number> {
  return await writeList(streams, objects, format === 'json' ? arrayOf(textOf) : linesOf(textOf));
}

/** The texts of an array with one item per line. */
export function arrayOf<Item>(textOf: (item: Item) => string): ListTexts<Item> {
  return {
    head: '[',
    item: (item, index) => `${index === 0 ? '\n' : ',\n'}  ${textOf(item)}`,
    foot: (count) => (count === 0 ? ']\n' : '\n]\n'),
  };
}

export function linesOf<Item>(textOf: (item: Item) => string, head = ''): ListTexts<Item> {
  return { head, item: (item) => `${textOf(item)}\n`, foot: () => '' };
}

/** Each item of a sequence as something else; what is there without waiting still is. */
export function eachAs<Item, Other>(items: Sequence<Item>, as: (item: Item) => Other): Sequence<Other> {
  async function* later(slow: AsyncIterable<Item>) {
    for await (const item of slow) {
      yield as(item);
    }
  }
  function* now(quick: Iterable<Item>) {
    for (const item of quick) {
      yield as(item);
    }
  }
  return Symbol.asyncIterator in items ? later(items) : now(items);
}

/** The first items of a list, or all of them; requests no more pages than necessary. */
export async function* firstOf<Item>(
  items: AsyncIterable<Item>,
  limit = Number.POSITIVE_INFINITY,
): AsyncGenerator<Item> {
  let count = 0;
  for await (const item of items) {
    yield item;
    count += 1;
    if (count >= limit) {
      return;
    }
  }
}
