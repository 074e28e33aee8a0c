import { jsonStringEnd } from '../../base/json.ts';

/** Whether two JSON texts without white space are equal, however their strings are escaped. */
export function isSameJson(one: string, other: string): boolean {
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
