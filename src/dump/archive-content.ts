import { createReadStream, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createLargeCollector } from '../base/garbage.ts';
import { bareRepositoryConfig, isGitPath } from '../model/bare-repository.ts';
import { isRecordFileName, pluralOfKind, prefixOfRecordFile } from '../model/record-kind.ts';
import type { Database } from '../store/database.ts';
import { type FileFolders, findBlob, findGitFolder } from '../store/file-folders.ts';
import type { FileContent } from '../store/kept-contents.table.ts';
import { type KeptRepository, readKeptFiles, readKeptRepositories } from '../store/kept-files.ts';
import { openSteadily } from '../store/open-for-reading.ts';
import { readRecords } from '../store/read-records.ts';
import { RECORD_TABLES } from '../store/record-tables.table.ts';
import { readRejectedRecords } from '../store/rejected-records.ts';
import { readSnapshots, type Snapshot } from '../store/snapshot.ts';
import { requireReadable } from '../store/store-header.ts';

/** The current state of a store as one archive, file by file. */
export interface ArchiveContent {
  /** The time of the newest snapshot, in milliseconds since the epoch. */
  readonly modifiedAtMs: number;
  /** The size of the archive of the newest snapshot, if known: often about that of all files. */
  readonly usualBytes: number | undefined;
  /** The repositories whose git data is kept and present. */
  readonly repositories: readonly PlacedRepository[];
  /** All files: documents, records, uploads, repositories. To be read once, before the content is closed. */
  files(): Iterable<ContentFile>;
  /** The names of kept files and repositories that were missing next to the store so far. */
  readonly missing: readonly string[];
  close(): void;
}

export interface PlacedRepository extends KeptRepository {
  readonly directory: string;
}

interface ContentOptions {
  readonly folders: FileFolders;
}

/** Opens a store to read it as an archive. Fails with `absent`, `not-a-store`, `store-older`, `store-newer` or `file-system`. */
export function openArchiveContent(dbPath: string, { folders }: ContentOptions): ArchiveContent {
  requireReadable(dbPath);
  const db = openSteadily(dbPath);
  const snapshot = readSnapshots(db).at(-1);
  const missing: string[] = [];
  const repositories = findRepositories(db, { folders, missing });
  function* files(): Generator<ContentFile> {
    yield* documents(db, snapshot);
    yield* recordPages(pageRecords(db));
    yield* uploads(db, { folders, missing });
    for (const repository of repositories) {
      yield* gitFiles(repository.directory, repository);
    }
  }
  const modifiedAtMs = Date.parse(snapshot?.takenAt ?? snapshot?.loadedAt ?? '');
  return {
    modifiedAtMs: Number.isNaN(modifiedAtMs) ? 0 : modifiedAtMs,
    usualBytes: snapshot?.unpackedBytes,
    repositories,
    files,
    missing,
    close: () => db.close(),
  };
}

interface KeptSearch {
  readonly folders: FileFolders;
  /** Receives the names of missing files. */
  readonly missing: string[];
}

function* documents(db: Database, snapshot: Snapshot | undefined): Generator<ContentFile> {
  const rows = db
    .prepare<[number], { readonly name: string; readonly json: string }>(
      'SELECT entry_name AS name, json FROM archive_documents WHERE snapshot_id = ? ORDER BY entry_name',
    )
    .all(snapshot?.id ?? 0);
  for (const { name, json } of rows) {
    yield fileOfBytes(name, 'document', json);
  }
}

function* uploads(db: Database, { folders, missing }: KeptSearch): Generator<ContentFile> {
  for (const { entryName, content, sha256, sizeBytes } of readKeptFiles(db)) {
    const blob = findBlob(folders, sha256);
    if (blob?.sizeBytes === sizeBytes) {
      yield { name: entryName, content, sizeBytes, open: () => createReadStream(blob.path) };
    } else {
      missing.push(entryName);
    }
  }
}

function findRepositories(db: Database, { folders, missing }: KeptSearch): readonly PlacedRepository[] {
  return readKeptRepositories(db).flatMap((kept) => {
    const directory = findGitFolder(folders, kept.folder);
    if (directory !== undefined) {
      return [{ ...kept, directory }];
    }
    missing.push(kept.entryName);
    return [];
  });
}

/**
 * The files of a kept repository as in an archive, with a configuration by Satchel. Folders are included, since git
 * does not recognize a repository without `refs` and `objects`.
 */
export function* gitFiles(
  directory: string,
  { entryName, objectFormat }: Pick<KeptRepository, 'entryName' | 'objectFormat'>,
): Generator<ContentFile> {
  yield folder(`${entryName}/`);
  yield fileOfBytes(`${entryName}/config`, 'git', bareRepositoryConfig(objectFormat));
  yield* filesBelow(directory, { entryName, inner: '' });
}

function* filesBelow(
  directory: string,
  place: { readonly entryName: string; readonly inner: string },
): Generator<ContentFile> {
  const entries = readdirSync(directory, { withFileTypes: true });
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(directory, entry.name);
    const name = `${place.entryName}/${entry.name}`;
    const inner = `${place.inner}${entry.name}`;
    if (!isGitPath(inner)) {
      continue;
    }
    if (entry.isDirectory()) {
      yield folder(`${name}/`);
      yield* filesBelow(path, { entryName: name, inner: `${inner}/` });
    } else if (entry.isFile()) {
      yield { name, content: 'git', sizeBytes: statSync(path).size, open: () => createReadStream(path) };
    }
  }
}

function folder(name: string): ContentFile {
  return fileOfBytes(name, 'git', '');
}

/** All records of a store in the order of their files: those in tables, those without a table, and rejected ones. */
function* pageRecords(db: Database): Generator<PageRecord> {
  const onRecord = createLargeCollector();
  for (const { prefix, json } of storedRecords(db)) {
    yield { prefix, source: Buffer.from(json) };
    onRecord(json.length);
  }
  for (const { entryName, source, isJson } of readRejectedRecords(db)) {
    const bytes = typeof source === 'string' ? Buffer.from(source) : source;
    yield { prefix: prefixOf(entryName), source: bytes, isAlone: !isJson };
  }
}

interface PlacedRecord {
  readonly prefix: string;
  readonly json: string;
}

function* storedRecords(db: Database): Generator<PlacedRecord> {
  for (const { kind } of RECORD_TABLES) {
    for (const { json } of readRecords(db, kind)) {
      yield { prefix: pluralOfKind(kind), json };
    }
  }
  const others = db.prepare<[], { readonly entryName: string; readonly json: string }>(
    'SELECT entry_name AS entryName, json FROM other_records ORDER BY entry_name, record_index, id',
  );
  for (const { entryName, json } of others.iterate()) {
    yield { prefix: prefixOf(entryName), json };
  }
}

/** The prefix of a record file's name. Stores may come from anywhere and contain any name. */
function prefixOf(entryName: string): string {
  return isRecordFileName(entryName) ? prefixOfRecordFile(entryName) : 'records';
}

/** The maximum number of records in one file, as in the service's archives. */
const MAX_PAGE_RECORDS = 100;

/** Pages of large records end earlier, so that memory is bounded. */
const MAX_PAGE_BYTES = 8 * 1024 * 1024;

interface PageRecord {
  /** The prefix of the file's name: `issues` of `issues_000001.json`. */
  readonly prefix: string;
  /** Its JSON text. */
  readonly source: Uint8Array;
  /** Whether it gets a separate file, because invalid JSON could corrupt the records around it. */
  readonly isAlone?: boolean;
}

/** Groups records into numbered record files. Records of one prefix should be adjacent. */
function* recordPages(records: Iterable<PageRecord>): Generator<ContentFile> {
  const pageCounts = new Map<string, number>();
  let page: PageRecord[] = [];
  let pageBytes = 0;

  function* flush(): Generator<ContentFile> {
    const [first] = page;
    if (first !== undefined) {
      const number = (pageCounts.get(first.prefix) ?? 0) + 1;
      pageCounts.set(first.prefix, number);
      const name = `${first.prefix}_${String(number).padStart(6, '0')}.json`;
      yield { name, content: 'records', ...joinRecords(page) };
    }
    page = [];
    pageBytes = 0;
  }

  for (const record of records) {
    const [first = record] = page;
    const fits =
      first.prefix === record.prefix &&
      page.length < MAX_PAGE_RECORDS &&
      pageBytes + record.source.length <= MAX_PAGE_BYTES;
    if (!fits || record.isAlone === true) {
      yield* flush();
    }
    page.push(record);
    pageBytes += record.source.length;
    if (record.isAlone === true || pageBytes >= MAX_PAGE_BYTES) {
      yield* flush(); // Before the next record is read: both may be large.
    }
  }
  yield* flush();
}

/** The text of a record file. Large records remain pieces, because copying them would take as much memory again. */
function joinRecords(records: readonly PageRecord[]): Pick<ContentFile, 'sizeBytes' | 'open'> {
  const pieces = records.flatMap(({ source }, index) => [Buffer.from(index === 0 ? '[\n' : ',\n'), source]);
  pieces.push(Buffer.from('\n]\n'));
  const sizeBytes = pieces.reduce((sum, { length }) => sum + length, 0);
  return { sizeBytes, open: () => (records.length === 1 ? pieces : [Buffer.concat(pieces, sizeBytes)]) };
}

/** A file of an archive that is recreated from a store. */
interface ContentFile {
  /** Name in the tar, with `/` as separator; a name that ends in `/` is a folder. */
  readonly name: string;
  readonly content: FileContent | 'records' | 'document' | 'git';
  readonly sizeBytes: number;
  /** Its bytes, to be opened when it is written, and read once. */
  readonly open: () => Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}

function fileOfBytes(name: string, content: ContentFile['content'], bytes: Uint8Array | string): ContentFile {
  const body = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
  return { name, content, sizeBytes: body.length, open: () => [body] };
}
