import { compareTexts, MAX_TAG, tagOfRow, withTag } from '../fingerprints.ts';
import type { SpillingTable } from './spilling-table.ts';

/** The tables to compare, which contain tagged keys. */
export interface AbsenceQuery {
  /** The first word after each key is a count. */
  readonly wanted: SpillingTable;
  readonly present: SpillingTable;
  /** The tags under which a text satisfies one that is wanted under `tag`, as bits: 1 << tag. */
  readonly accepts: (tag: number) => number;
}

/** The rows of `wanted` whose text is not in `present`, one for each key. A row is valid until the next one. */
export function* findAbsent(query: AbsenceQuery): Generator<Int32Array, void> {
  const { wanted, present } = query;
  yield* wanted.hasSpilled || present.hasSpilled ? absentInOrder(query) : absentInMemory(query);
}

function* absentInMemory({ wanted, present, accepts }: AbsenceQuery): Generator<Int32Array, void> {
  for (const row of wanted.held()) {
    const key = { high: row[0] ?? 0, low: row[1] ?? 0 };
    const mask = accepts(tagOfRow(row));
    let isPresent = false;
    for (let tag = 0; tag <= MAX_TAG && !isPresent; tag += 1) {
      isPresent = (mask & (1 << tag)) !== 0 && present.has(withTag(key, tag));
    }
    if (!isPresent) {
      yield row;
    }
  }
}

function* absentInOrder({ wanted, present, accepts }: AbsenceQuery): Generator<Int32Array, void> {
  const candidates = present.sorted();
  let candidate = candidates.next().value;
  let text: Int32Array | undefined;
  let presentTags = 0;
  for (const row of distinctRows(wanted.sorted())) {
    if (text === undefined || compareTexts(text, row) !== 0) {
      text = row;
      presentTags = 0;
    }
    while (candidate && compareTexts(candidate, row) <= 0) {
      presentTags |= compareTexts(candidate, row) === 0 ? 1 << tagOfRow(candidate) : 0;
      candidate = candidates.next().value;
    }
    if ((presentTags & accepts(tagOfRow(row))) === 0) {
      yield row;
    }
  }
}

/** Merges rows of the same key, adding their counts. */
function* distinctRows(rows: Iterable<Int32Array>): Generator<Int32Array, void> {
  let last: Int32Array | undefined;
  for (const row of rows) {
    if (last !== undefined && last[0] === row[0] && last[1] === row[1]) {
      last[2] = (last[2] ?? 0) + (row[2] ?? 0);
    } else {
      if (last !== undefined) {
        yield last;
      }
      last = row.slice();
    }
  }
  if (last !== undefined) {
    yield last;
  }
}
