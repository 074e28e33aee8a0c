import { join } from 'node:path';
import { openStore } from '../../../../../src/store/index.ts';
import { batchOf } from '../../../../store/support/archive-text.ts';
import { writeStore } from '../../../../store/support/write-store.ts';

/** Colours, a cursor that goes home, a title, a bell, C1 codes, reversals of direction, and a carriage return. */
const HOSTILE = '\u001b[31m\u001b[H\u001b]0;owned\u0007\u009b2J\u202eevil\u2066\u200f\rover\u007f\u0000';

/** What a terminal must never get from the data. Line breaks are ours. */
export const OBEYED = /[^\P{Cc}\n]|[\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

const PLAIN_FIELDS =
  /^(?:type|.*_at|format|.*sha|commit_id|.*_oid|color|state|event|git_url|asset_url|wiki_url)$/;

/** Copies a store with hostile text in every title, body, name, path, login and label. Gives the copy's path. */
export async function writeHostileSample(sampleDb: string, directory: string): Promise<string> {
  const path = join(directory, 'hostile.db');
  const store = openStore(sampleDb);
  const kinds = new Map<string, object[]>();
  for (const { kind, json } of store.records()) {
    kinds.set(kind, [...(kinds.get(kind) ?? []), poison(JSON.parse(json), '') as object]);
  }
  store.close();
  await writeStore(
    path,
    [...kinds].map(([kind, records]) => batchOf(kind, records)),
  );
  return path;
}

function poison(value: unknown, field: string): unknown {
  if (Array.isArray(value)) {
    return value.map((item) => poison(item, field));
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, poison(member, name)]));
  }
  if (typeof value !== 'string' || PLAIN_FIELDS.test(field)) {
    return value;
  }
  if (/^https?:\/\/[^/]+\/[^/]+$/.test(value) || /\/labels\/[^/]+$/.test(value)) {
    return `${value}${encodeURIComponent(HOSTILE)}`; // Logins and names of labels are read from urls.
  }
  return /^(?:https?|tarball):/.test(value) || (field === 'name' && value === '')
    ? value
    : `${HOSTILE}${value}`;
}
