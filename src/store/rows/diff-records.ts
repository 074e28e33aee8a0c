import { escapePointer } from '../../base/index.ts';
import { isSameJson } from './is-same-json.ts';
import { splitMembers } from './json-members.ts';

/** A field that two versions of a record have differently. */
export interface FieldDifference {
  /** JSON pointer to it (RFC 6901). */
  readonly pointer: string;
  /** Its JSON text before; undefined where it was not there. */
  readonly before: string | undefined;
  /** Its JSON text after; undefined where it is not there. */
  readonly after: string | undefined;
}

/** How deep objects are looked into; what lies deeper is compared as a whole. */
const MAX_DEPTH = 8;

/**
 * The fields in which two versions of a record differ, given as JSON texts, in the order of the first and then of the
 * second. Objects are compared member by member, arrays as a whole.
 */
export function diffRecords(before: string, after: string): readonly FieldDifference[] {
  return [...diffObjects(before, after, { pointer: '', depth: 0 })];
}

/** Whether two JSON texts of a record say the same, down to the literals of their numbers. */
export function isSameRecord(one: string, other: string): boolean {
  return one === other || diffObjects(one, other, { pointer: '', depth: 0 }).next().done === true;
}

interface Place {
  readonly pointer: string;
  readonly depth: number;
}

function* diffObjects(before: string, after: string, place: Place): Generator<FieldDifference> {
  const old = splitMembers(before);
  const young = splitMembers(after);
  for (const name of new Set([...old.keys(), ...young.keys()])) {
    const pointer = `${place.pointer}/${escapePointer(name)}`;
    yield* diffValues(old.get(name), young.get(name), { pointer, depth: place.depth + 1 });
  }
}

function* diffValues(
  before: string | undefined,
  after: string | undefined,
  place: Place,
): Generator<FieldDifference> {
  if (before !== undefined && after !== undefined) {
    if (isSameJson(before, after)) {
      return;
    }
    if (before.startsWith('{') && after.startsWith('{') && place.depth < MAX_DEPTH) {
      yield* diffObjects(before, after, place);
      return;
    }
  }
  yield { pointer: place.pointer, before, after };
}
