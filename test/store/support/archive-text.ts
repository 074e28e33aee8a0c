import type { ArchiveRecord, RecordBatch } from '../../../src/model/records.ts';

/** Creates a record from its JSON text, as the archive reader does. */
export function recordOf(json: string, index = 0): ArchiveRecord {
  return { index, value: JSON.parse(json), source: Buffer.from(json) };
}

/** A batch from one record file; values are converted to JSON text first. */
export function batchOf(kind: string, records: readonly (string | object)[]): RecordBatch {
  return {
    kind,
    entryName: `${kind}s_000001.json`,
    records: records.map((record, index) =>
      recordOf(typeof record === 'string' ? record : JSON.stringify(record), index),
    ),
    rejected: [],
  };
}

/**
 * The meaning of a JSON text, with each number as its literal: two texts mean the same if this is deep-equal. Objects
 * become arrays of sorted entries, so that no key has a special meaning in JavaScript.
 */
export function meaningOf(json: string): unknown {
  const quoted = json.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/gs, (token) =>
    token.startsWith('"') ? `"s${token.slice(1)}` : `"n${token}"`,
  );
  return entriesOf(JSON.parse(quoted));
}

function entriesOf(value: unknown): unknown {
  if (Array.isArray(value)) {
    return { items: value.map(entriesOf) };
  }
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
    return { members: members.map(([key, member]) => [key, entriesOf(member)]) };
  }
  return value;
}
