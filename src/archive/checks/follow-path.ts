import { isJsonObject, type JsonObject, type JsonValue } from '../../base/index.ts';

/** Takes a path apart: member names, and `*` for each element of an array. */
export function parsePath(path: `/${string}`): readonly string[] {
  return path.slice(1).split('/');
}

/**
 * Hands over every text that a path leads to in a record, with the place in the array that the path goes through
 * (0 where it goes through none). What is not there or of another type is passed over.
 */
export function followPath(
  record: JsonObject,
  members: readonly string[],
  take: (text: string, index: number) => void,
): void {
  let value: JsonValue | undefined = record;
  for (let at = 0; at < members.length; at += 1) {
    const member = members[at] ?? '';
    if (member === '*') {
      followEach(value, members.slice(at + 1), take);
      return;
    }
    value = isJsonObject(value) ? value[member] : undefined;
  }
  if (typeof value === 'string') {
    take(value, 0);
  }
}

/** The JSON pointer to one of the texts that a path leads to. */
export function pointerOf(path: `/${string}`, index: number): string {
  return path.replace('*', String(index));
}

function followEach(
  list: JsonValue | undefined,
  rest: readonly string[],
  take: (text: string, index: number) => void,
): void {
  if (!Array.isArray(list)) {
    return;
  }
  const elements: readonly JsonValue[] = list;
  for (let index = 0; index < elements.length; index += 1) {
    let value: JsonValue | undefined = elements[index];
    for (const member of rest) {
      value = isJsonObject(value) ? value[member] : undefined;
    }
    if (typeof value === 'string') {
      take(value, index);
    }
  }
}
