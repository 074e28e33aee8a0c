import { isJsonObject, type JsonValue } from './json.ts';
import type { Violation } from './schema-compiler.ts';

/** A value of which more is invalid is not what it is said to be. */
const MAX_STEPS = 250;

/** For each array that lacks items: the index that each of the others had. */
type Indexes = Map<JsonValue, readonly number[]>;

export interface SetAside {
  /** The value without what is invalid. */
  readonly rest: JsonValue;
  /** What is invalid, with pointers into the whole value. */
  readonly violations: readonly Violation[];
}

/**
 * Leaves out what makes a value violate its schema: items of lists, and members that may be absent. Undefined if the
 * value itself is invalid, such as a record without its key.
 */
export function setAside(
  value: JsonValue,
  validate: (value: JsonValue) => readonly Violation[],
  violations: readonly Violation[],
): SetAside | undefined {
  const indexes: Indexes = new Map();
  const found = new Map<string, Violation>();
  let rest: JsonValue = value;
  let [violation] = violations;
  for (let step = 0; violation !== undefined; step += 1) {
    const path = violation.pointer.split('/').slice(1);
    const removal: Removal | undefined = step < MAX_STEPS ? without(rest, path, indexes) : undefined;
    if (removal === undefined) {
      return undefined;
    }
    const { pointer, moreCount } = removal;
    if (!found.has(pointer)) {
      const more = moreCount === 0 ? '' : `, as must ${moreCount} more`;
      found.set(pointer, { pointer, message: `${violation.message}${more}` });
    }
    rest = removal.rest;
    [violation] = validate(rest);
  }
  return { rest, violations: [...found.values()] };
}

interface Removal {
  readonly rest: JsonValue;
  /** The pointer of what was removed, in the whole record. */
  readonly pointer: string;
  /** How many equal items were removed with it. */
  readonly moreCount: number;
}

/** Removes the value at a path, or the object that lacks it. Copies only what changes: values may be nested deeply. */
function without(from: JsonValue, path: readonly string[], indexes: Indexes): Removal | undefined {
  const [name = '', ...inner] = path;
  const key = name.replaceAll('~1', '/').replaceAll('~0', '~');
  const member = memberOf(from, key);
  if (member === undefined) {
    return undefined;
  }
  const shown = `/${indexes.get(from)?.[Number(key)] ?? name}`;
  const deeper = inner.length === 0 ? undefined : without(member, inner, indexes);
  if (deeper !== undefined) {
    return {
      ...deeper,
      rest: withMember(from, key, deeper.rest, indexes),
      pointer: `${shown}${deeper.pointer}`,
    };
  }
  const rest = withoutMember(from, key, indexes);
  const moreCount = Array.isArray(from) && Array.isArray(rest) ? from.length - rest.length - 1 : 0;
  return { rest, pointer: [shown, ...inner].join('/'), moreCount };
}

function memberOf(from: JsonValue, key: string): JsonValue | undefined {
  if (Array.isArray(from)) {
    return from[Number(key)];
  }
  return isJsonObject(from) && Object.hasOwn(from, key) ? from[key] : undefined;
}

function withMember(from: JsonValue, key: string, member: JsonValue, indexes: Indexes): JsonValue {
  if (!Array.isArray(from)) {
    return isJsonObject(from) ? { ...from, [key]: member } : from;
  }
  const copy: JsonValue[] = from.with(Number(key), member);
  const places = indexes.get(from);
  if (places !== undefined) {
    indexes.set(copy, places);
  }
  return copy;
}

/** Nulls are removed together: a list may consist of them. */
function withoutMember(from: JsonValue, key: string, indexes: Indexes): JsonValue {
  if (!Array.isArray(from)) {
    return isJsonObject(from)
      ? Object.fromEntries(Object.entries(from).filter(([name]) => name !== key))
      : from;
  }
  const items: readonly JsonValue[] = from;
  const index = Number(key);
  const stays = items[index] === null ? (at: number) => items[at] !== null : (at: number) => at !== index;
  const kept = [...items.keys()].filter(stays);
  const copy = kept.map((at) => items[at] ?? null);
  const places = indexes.get(from);
  indexes.set(copy, places === undefined ? kept : kept.map((at) => places[at] ?? at));
  return copy;
}
