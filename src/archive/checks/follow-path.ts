import { isJsonObject, type JsonObject, type JsonValue } from '../../base/index.ts';

/** A way into records. */
export interface RecordPath {
  /** The member of the record, and those of the objects in it. */
  readonly members: readonly string[];
  /** Members of each element of the array that these lead to; undefined where they lead to no array. */
  readonly inElements: readonly string[] | undefined;
}

/** Takes a path apart: member names, and `*` for each element of an array. */
export function parsePath(path: `/${string}`): RecordPath {
  const names = path.slice(1).split('/');
  const star = names.indexOf('*');
  return star < 0
    ? { members: names, inElements: undefined }
    : { members: names.slice(0, star), inElements: names.slice(star + 1) };
}

/**
 * Hands over every text that a path leads to in a record, with the place in the array that the path goes through
 * (0 where it goes through none). What is not there or of another type is passed over.
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

/** The JSON pointer to one of the texts that a path leads to. */
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
