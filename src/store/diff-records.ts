import { escapePointer, jsonStringEnd } from '../base/json.ts';
import { splitItems, splitMembers } from './rows/json-members.ts';

/** A field that differs between two versions of a record. */
export interface FieldDifference {
  /** JSON pointer to the field (RFC 6901). */
  readonly pointer: string;
  /** Its JSON text before; undefined if the field was absent. */
  readonly before: string | undefined;
  /** Its JSON text after; undefined if the field is absent. */
  readonly after: string | undefined;
}

/** Objects and arrays that are nested more deeply are compared as texts. */
const MAX_DEPTH = 8;

/**
 * The fields that differ between two versions of a record, passed as JSON texts: first those of the old version in
 * order, then new ones. Objects are compared member by member; an array that differs in any item is one difference.
 */
export function diffRecords(before: string, after: string): readonly FieldDifference[] {
  return [...diffObjects(before, after, { pointer: '', depth: 0 })];
}

/** Whether two JSON texts describe the same record, including the literals of numbers. */
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
    if (before.startsWith('[') && after.startsWith('[') && isSameArray(before, after, place)) {
      return;
    }
  }
  yield { pointer: place.pointer, before, after };
}

/** The order of an object's keys means nothing, even if the object is an item of an array (archive format 1.3). */
function isSameArray(before: string, after: string, { pointer, depth }: Place): boolean {
  if (depth >= MAX_DEPTH) {
    return false;
  }
  const young = splitItems(after);
  for (const item of splitItems(before)) {
    const other = young.next();
    const place = { pointer, depth: depth + 1 };
    if (other.done === true || diffValues(item, other.value, place).next().done !== true) {
      return false;
    }
  }
  return young.next().done === true;
}

/** Whether two JSON texts without white space are equal, however their strings are escaped. */
function isSameJson(one: string, other: string): boolean {
  if (one === other || !(one.includes('\\') || other.includes('\\'))) {
    return one === other;
  }
  let index = 0;
  let otherIndex = 0;
  for (;;) {
    const start = stringStart(one, index);
    const otherStart = stringStart(other, otherIndex);
    if (one.slice(index, start) !== other.slice(otherIndex, otherStart)) {
      return false;
    }
    if (start === one.length || otherStart === other.length) {
      return start === one.length && otherStart === other.length;
    }
    index = jsonStringEnd(one, start);
    otherIndex = jsonStringEnd(other, otherStart);
    if (!isSameString(one.slice(start, index), other.slice(otherStart, otherIndex))) {
      return false;
    }
  }
}

function stringStart(json: string, index: number): number {
  const quote = json.indexOf('"', index);
  return quote < 0 ? json.length : quote;
}

function isSameString(one: string, other: string): boolean {
  return (
    one === other || ((one.includes('\\') || other.includes('\\')) && JSON.parse(one) === JSON.parse(other))
  );
}
