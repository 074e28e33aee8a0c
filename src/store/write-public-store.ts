import type { Clock } from '../base/clock.ts';
import { isJsonObject, type JsonValue } from '../base/json.ts';
import type { WordFinder } from '../base/word-finder.ts';
import { isRecordKind } from '../model/record-kind.ts';
import { type Database, databaseFailure } from './database.ts';
import { KEPT_CONTENTS } from './kept-contents.table.ts';
import { readKeptFiles, readKeptRepositories } from './kept-files.ts';
import { openSteadily } from './open-for-reading.ts';
import { LEFT_OUT_ELSEWHERE, LEFT_OUT_REASONS, PSEUDONYMOUS_REASONS } from './public/left-out.table.ts';
import { createPrivatePhrases, type PrivatePhrases } from './public/private-phrases.ts';
import { createPrivateWords } from './public/private-words.ts';
import { createPseudonyms } from './public/pseudonyms.ts';
import { copyPublicCaptures } from './public/public-captures.ts';
import { type PublicRecords, writePublicRecords } from './public/public-records.ts';
import { createPublicTexts } from './public/public-texts.ts';
import type { PublicView } from './public/public-value.ts';
import { readVisibility } from './public/visibility.ts';
import type { LeftOut, PrivateWord, PublicReport } from './public-report.ts';
import { readSnapshots } from './snapshot.ts';
import type { StoreWriter } from './snapshot-writer.ts';
import { requireReadable } from './store-header.ts';
import { openStoreWriter } from './store-writer.ts';

export interface PublicStoreOptions {
  /** The store, which is not changed. */
  readonly from: string;
  /** Path of the public store; the file must not exist. */
  readonly to: string;
  readonly clock: Pick<Clock, 'now'>;
  /** Whether it lists git data, which has mail addresses in every commit. */
  readonly hasGit: boolean;
  /** The key of the pseudonyms that people get; undefined if they keep their logins. */
  readonly pseudonymKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A public store, and what outputs that are made from it must not have. */
export interface PublicStore {
  readonly report: PublicReport;
  readonly words: WordFinder<PrivateWord>;
}

/** Tables of which no row is ever public. */
export const PRIVATE_TABLES: ReadonlySet<string> = new Set([
  'alerts',
  'audit_log',
  'budgets',
  'notifications',
  'organization_members',
  'other_records',
  'protected_branches',
  'rejected_records',
  'repository_collaborators',
  'team_members',
  'team_repositories',
  'teams',
  'user_emails',
]);

/**
 * Writes a store that has only what may be published: what is in public repositories, and about public things. All
 * outputs for the public are made from it. It is one snapshot of the current state, without any history, and everything in it is written again from what the tables of this folder name: whatever they do not name is left out.
 */
export async function writePublicStore(options: PublicStoreOptions): Promise<PublicStore> {
  const { from, to, clock, pseudonymKey, signal } = options;
  requireReadable(from);
  const db = openSteadily(from);
  try {
    const visibility = readVisibility(db);
    const pseudonyms = pseudonymKey === undefined ? undefined : createPseudonyms(db, pseudonymKey);
    const words = createPrivateWords(db, visibility, pseudonyms);
    const texts = createPublicTexts(words, pseudonyms);
    const phrases = createPrivatePhrases(words);
    const hasPseudonyms = pseudonyms !== undefined;
    const source = { ...{ db, visibility, texts, hasPseudonyms, phrases, signal }, hasGit: options.hasGit };
    const writer = await openStoreWriter(to, { clock, hasSearch: false });
    const records = await write(writer, source);
    const rows = copyPublicCaptures(db, to, { visibility, texts, hasPseudonyms });
    await phrases.addRows(db, signal);
    await forgetPublic(phrases, to, signal);
    const leftOut = toLeftOut({ ...records, ...rows, 'former versions': countFormer(db) }, hasPseudonyms);
    const { repositories } = visibility;
    return { report: { repositories, leftOut, replaced: texts.replaced }, words };
  } catch (error) {
    throw databaseFailure(error, 'write a public copy of the store', from);
  } finally {
    db.close();
  }
}

interface Source extends Pick<PublicStoreOptions, 'hasGit'>, PublicView {
  readonly db: Database;
  readonly hasPseudonyms: boolean;
  readonly phrases: PrivatePhrases;
  readonly signal: AbortSignal | undefined;
}

async function write(writer: StoreWriter, source: Source): Promise<Readonly<Record<string, number>>> {
  const { db, phrases } = source;
  try {
    const newest = readSnapshots(db).at(-1);
    const onLeftOut = phrases.add;
    const { leftOut, ...named } = await writePublicRecords(db, writer, { ...source, onLeftOut });
    for (const [name, text] of publicDocuments(db, newest?.id ?? 0)) {
      writer.insertDocument(name, text);
    }
    const files = writeKept(writer, named, source);
    await writer.finish({
      archiveName: 'public.tar.gz',
      archiveSha256: undefined,
      packedBytes: 0,
      unpackedBytes: 0,
      entryCount: 0,
      takenAt: newest?.takenAt ?? newest?.loadedAt,
      migrationId: undefined,
      scope: undefined,
    });
    return { ...leftOut, ...files };
  } catch (error) {
    await writer.abandon();
    throw error;
  }
}

/** Lists the kept files that are public. Returns how many are not. */
function writeKept(
  writer: StoreWriter,
  { files, wikis }: Pick<PublicRecords, 'files' | 'wikis'>,
  { db, visibility, hasGit, hasPseudonyms }: Source,
): Readonly<Record<string, number>> {
  let fileCount = 0;
  let gitCount = 0;
  for (const file of readKeptFiles(db)) {
    if (files.has(file.entryName) && KEPT_CONTENTS[file.content] !== undefined && !hasPseudonyms) {
      writer.files.addFile(file);
    } else {
      fileCount += 1;
    }
  }
  for (const kept of readKeptRepositories(db)) {
    const isPublic =
      visibility.isPublicRepository(kept.repo) && (!kept.isWiki || wikis.has(kept.repo.toLowerCase()));
    if (hasGit && isPublic && !hasPseudonyms) {
      writer.files.addRepository(kept);
    } else {
      gitCount += 1;
    }
  }
  return { 'uploaded files': fileCount, 'git repositories': gitCount };
}

function toLeftOut(counts: Readonly<Record<string, number>>, hasPseudonyms: boolean): readonly LeftOut[] {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => ({
      kind,
      count,
      reason:
        (hasPseudonyms ? PSEUDONYMOUS_REASONS[kind] : undefined) ??
        LEFT_OUT_REASONS[kind] ??
        LEFT_OUT_ELSEWHERE,
    }));
}

function countFormer(db: Database): number {
  return Number(db.prepare('SELECT count(*) FROM record_changes WHERE previous IS NOT NULL').pluck().get());
}

async function forgetPublic(
  phrases: PrivatePhrases,
  path: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const copy = openSteadily(path);
  try {
    await phrases.forgetPublic(copy, signal);
  } finally {
    copy.close();
  }
}

/** The public part of the documents of an archive: its version, and the templates of addresses of the known kinds. */
function publicDocuments(
  db: Database,
  snapshotId: number,
): readonly (readonly [name: string, text: string])[] {
  return db
    .prepare<[number], { readonly name: string; readonly json: string }>(
      'SELECT entry_name AS name, json FROM archive_documents WHERE snapshot_id = ? ORDER BY entry_name',
    )
    .all(snapshotId)
    .flatMap(({ name, json }) => {
      const publish = DOCUMENTS.get(name.replace(/^\.\//, ''));
      const value = publish?.(JSON.parse(json));
      return value === undefined ? [] : [[name, JSON.stringify(value)] as const];
    });
}

const DOCUMENTS: ReadonlyMap<string, (value: JsonValue) => JsonValue | undefined> = new Map([
  ['schema.json', readVersion],
  ['urls.json', readTemplates],
]);

function readVersion(value: JsonValue): JsonValue | undefined {
  const version = isJsonObject(value) ? value['version'] : undefined;
  return typeof version === 'string' && /^\d+(?:\.\d+)*$/.test(version) ? { version } : undefined;
}

/** Literal parts of a template that every archive has: names of kinds and of sections. A host stands for itself. */
const TEMPLATE = /^[^\s{}@?]*(?:\{[^{}]*\}[/#\w-]*)+$/;

function readTemplates(value: JsonValue): JsonValue | undefined {
  if (!isJsonObject(value)) {
    return undefined;
  }
  const known = Object.entries(value).flatMap(([kind, template]) => {
    const shown = isJsonObject(template) ? readTemplates(template) : template;
    const isTemplate = typeof shown === 'string' ? TEMPLATE.test(shown) : isJsonObject(shown);
    return shown !== undefined && isTemplate && (isRecordKind(kind) || kind === 'label')
      ? [[kind, shown] as const]
      : [];
  });
  return Object.fromEntries(known);
}
