import { inTurns } from '../../base/in-turns.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import { pluralOfKind } from '../../model/record-kind.ts';
import type { Database } from '../database.ts';
import { readRecords } from '../read-records.ts';
import { RECORD_TABLES } from '../record-tables.table.ts';
import type { StoreWriter } from '../snapshot-writer.ts';
import { URL_READINGS } from '../url-readings.ts';
import {
  PSEUDONYMOUS_ACCOUNTS,
  PSEUDONYMOUS_RECORDS,
  PUBLIC_ACCOUNTS,
  PUBLIC_RECORDS,
  type PublicMembers,
} from './public-records.table.ts';
import { type PublicView, publicMembers } from './public-value.ts';

/** What the published records name, and what was left out. */
export interface PublicRecords {
  /** The number of records that were left out, by kind. */
  readonly leftOut: Readonly<Record<string, number>>;
  /** Entries of the archive that only published records name. */
  readonly files: ReadonlySet<string>;
  /** The public repositories whose wiki is switched on, `owner/name` in lower case. */
  readonly wikis: ReadonlySet<string>;
}

const BATCH_RECORDS = 500;

const FILE_MEMBERS = ['asset_url', 'file_url'];

interface PublicWriting extends PublicView {
  readonly hasPseudonyms: boolean;
  /** Called with each record that is not written. */
  readonly onLeftOut: (record: JsonValue) => void;
  readonly signal: AbortSignal | undefined;
}

/** Writes the public part of all records. Accounts come last, once it is known to which ones public records refer. */
export async function writePublicRecords(
  db: Database,
  writer: Pick<StoreWriter, 'insertBatch'>,
  { onLeftOut, hasPseudonyms, signal, ...view }: PublicWriting,
): Promise<PublicRecords> {
  const { visibility } = view;
  const records: Readonly<Record<string, PublicMembers['members']>> = hasPseudonyms
    ? PSEUDONYMOUS_RECORDS
    : PUBLIC_RECORDS;
  const leftOut: Record<string, number> = countUnpublished(db, records);
  const shown = new Set<string>();
  const withheld = new Set<string>();
  const wikis = new Set<string>();
  const write = async (kind: string, publish: (record: JsonObject) => JsonObject | undefined) => {
    const batch = openBatch(kind, writer);
    const one = (json: string) => {
      const record: JsonValue = JSON.parse(json);
      const open = isJsonObject(record) ? publish(record) : undefined;
      noteFiles(open ?? record, open === undefined ? withheld : shown);
      if (open === undefined) {
        const plural = pluralOfKind(kind);
        leftOut[plural] = (leftOut[plural] ?? 0) + 1;
        onLeftOut(record);
      } else {
        batch.add(kind === 'repository' && hasPseudonyms ? renamed(open) : open);
      }
      if (kind === 'repository' && open?.['has_wiki'] === true) {
        wikis.add(URL_READINGS.repo(String(open['url']))?.toLowerCase() ?? '');
      }
    };
    for await (const records of inTurns(readRecords(db, kind), signal)) {
      for (const { json } of records) {
        one(json);
      }
    }
    batch.end();
  };
  for (const [kind, members] of Object.entries(records)) {
    await write(kind, (record) =>
      isPast(kind, record) ? undefined : publicMembers(record, { members }, view, true),
    );
  }
  for (const [kind, members] of Object.entries<PublicMembers['members']>(
    hasPseudonyms ? PSEUDONYMOUS_ACCOUNTS : PUBLIC_ACCOUNTS,
  )) {
    await write(kind, (record) =>
      visibility.isTaken(String(record['url'])) ? publicMembers(record, { members }, view) : undefined,
    );
  }
  return { leftOut, files: new Set([...shown].filter((name) => !withheld.has(name))), wikis };
}

/** A repository with the name that its address has: it may have been that of its owner. */
function renamed(repository: JsonObject): JsonObject {
  const name = String(repository['url']).split('/').at(-1) ?? '';
  return Object.fromEntries(
    Object.entries(repository).map(([member, value]) => [
      member,
      member === 'name' || member === 'slug' ? name : value,
    ]),
  );
}

/** Whether a record is about a text that was edited since: its former title. */
function isPast(kind: string, { event }: JsonObject): boolean {
  return kind === 'issue_event' && event === 'renamed';
}

/** The numbers of records of kinds that are never published. */
function countUnpublished(db: Database, records: object): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { kind = '', table } of RECORD_TABLES) {
    if (!(kind in records) && !(kind in PUBLIC_ACCOUNTS)) {
      counts[pluralOfKind(kind)] = countRows(db, table);
    }
  }
  counts['other records'] = countRows(db, 'other_records');
  counts['rejected records'] = countRows(db, 'rejected_records');
  return counts;
}

export function countRows(db: Database, table: string): number {
  return Number(db.prepare(`SELECT count(*) FROM ${table}`).pluck().get());
}

/** Notes the entries of the archive that a record or its items name. */
function noteFiles(value: JsonValue, names: Set<string>): void {
  if (Array.isArray(value)) {
    for (const item of value) {
      noteFiles(item, names);
    }
  } else if (isJsonObject(value)) {
    for (const name of FILE_MEMBERS) {
      const url = value[name];
      if (typeof url === 'string') {
        names.add(url.replace('tarball://root/', ''));
      }
    }
    noteFiles(value['release_assets'] ?? null, names);
  }
}

function openBatch(kind: string, writer: Pick<StoreWriter, 'insertBatch'>) {
  const entryName = `${pluralOfKind(kind)}_000001.json`;
  let values: JsonObject[] = [];
  let index = 0;
  const end = () => {
    const records = values.map((value) => {
      index += 1;
      return { index: index - 1, value, source: Buffer.from(JSON.stringify(value)) };
    });
    values = [];
    writer.insertBatch({ kind, entryName, records, rejected: [] });
  };
  return {
    end,
    add(value: JsonObject) {
      values.push(value);
      if (values.length === BATCH_RECORDS) {
        end();
      }
    },
  };
}
