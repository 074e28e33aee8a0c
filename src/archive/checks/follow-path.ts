import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';

/** A parsed path into records. */
export interface RecordPath {
  /** Member names, from the record inwards. */
  readonly members: readonly string[];
  /** Member names within each element of the array at that place; undefined if the path has no array. */
  readonly inElements: readonly string[] | undefined;
}

/** Parses a path of member names, where `*` is each element of an array. */
export function parsePath(path: `/${string}`): RecordPath {
  const names = path.slice(1).split('/');
  const star = names.indexOf('*');
  return star < 0
    ? { members: names, inElements: undefined }
    : { members: names.slice(0, star), inElements: names.slice(star + 1) };
}

/**
 * Calls `take` with every text at a path in a record, and its index in the array of the path (0 if there is no array).
 * Ignores missing members and other types.
 */
export function followPath(
  record: JsonObject,
  { members, inElements }: RecordPath,
  take: (text: string, index: number) => void,
): void {
  const value = members.length === 1 ? record[members[0] ?? ''] : follow(record, members);
  if (inElements === undefined) {
    if (typeof value === 'string') {
      take(value, 0);
    }
  } else if (Array.isArray(value)) {
    const elements: readonly JsonValue[] = value;
    for (let index = 0; index < elements.length; index += 1) {
      const found = follow(elements[index], inElements);
      if (typeof found === 'string') {
        take(found, index);
      }
    }
  }
}

/** The JSON pointer to one of the texts at a path. */
export function pointerOf(path: `/${string}`, index: number): string {
  return path.replace('*', String(index));
}

function follow(from: JsonValue | undefined, members: readonly string[]): JsonValue | undefined {
  let value = from;
  for (const member of members) {
    value = isJsonObject(value) ? value[member] : undefined;
  }
  return value;
}
