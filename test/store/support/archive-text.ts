import type { ArchiveRecord, RecordBatch } from '../../../src/model/index.ts';

/** A record as a reader of archives makes it from its JSON text. */
export function recordOf(json: string, index = 0): ArchiveRecord {
  return { index, value: JSON.parse(json), source: Buffer.from(json) };
}

/** A batch from one record file; values become JSON text first. */
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
 * What a JSON text says, with each number as its literal: two texts say the same when this is deep-equal. Arrays of
 * sorted entries stand for objects, so that no key means anything to JavaScript.
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
