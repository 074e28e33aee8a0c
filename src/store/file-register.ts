import { escapedName, unescapedName } from '../base/byte-text.ts';
import { type Database, databaseFailure } from './database.ts';
import { NAMING_TABLES } from './kept-contents.table.ts';
import type { KeptFile, KeptRepository } from './kept-files.ts';
import { storableText } from './rows/conversions.ts';
import { settleSpans } from './writing/file-spans.ts';

/** Records which files of an archive are kept. */
export interface FileNotes {
  /** Adds a file of the archive; of two entries with the same name the later one wins. */
  addFile(file: KeptFile): void;
  addRepository(repository: KeptRepository): void;
}

/** The list of the files next to a store, as part of the snapshot that is being written. */
export interface FileRegister extends FileNotes {
  /** Whether earlier snapshots keep any files. */
  readonly hasFormer: boolean;
  /** Whether a snapshot keeps the file with this digest. */
  needsBlob(sha256: string): boolean;
  /** Whether a snapshot keeps the repository in this folder of `git/`. */
  needsGitFolder(folder: string): boolean;
  /**
   * The folders of repositories, by entry name, in the snapshots that were loaded before this one: the last ones, the
   * latest first.
   */
  formerGitFolders(): ReadonlyMap<string, readonly string[]>;
}

/** The files of a snapshot that is being written. They wait in a temporary table until it has its place in time. */
export interface SnapshotFiles extends FileRegister {
  /**
   * Whether another snapshot has less of a file or repository than was added to this one, or none of it. Names count as the same
   * in any form: those of the other one may be settled, with records that are gone since.
   */
  isMoreThan(otherId: number): boolean;
  /** Writes the files, after the snapshot received its position. */
  settle(): void;
}

/** Folders of a repository that are looked for: the latest may have been removed with its snapshot. */
const MAX_FORMER = 8;

/** Opens the register of one snapshot, within the current transaction. */
export function createFileRegister(db: Database, snapshotId: number): SnapshotFiles {
  const stage = createStage(db);
  const insertRepository = db.prepare(
    'INSERT OR REPLACE INTO kept_repositories VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const findBlob = db.prepare<[string]>('SELECT 1 FROM kept_files WHERE sha256 = ? LIMIT 1');
  const findFolder = db.prepare<[string]>('SELECT 1 FROM kept_repositories WHERE folder = ? LIMIT 1');
  const findFormer = db
    .prepare<[number], [entryName: string, folder: string]>(
      'SELECT entry_name, folder FROM kept_repositories WHERE snapshot_id <> ? ORDER BY snapshot_id DESC',
    )
    .raw();
  const hasFormer = db
    .prepare<[], number>(
      'SELECT EXISTS (SELECT 1 FROM kept_files) OR EXISTS (SELECT 1 FROM kept_repositories)',
    )
    .pluck()
    .get();
  const write = (work: () => unknown) => {
    try {
      work();
    } catch (error) {
      throw databaseFailure(error, 'write the store', db.name);
    }
  };
  return {
    hasFormer: hasFormer === 1,
    addFile({ entryName, content, sha256, sizeBytes }) {
      write(() => stage().run(storableText(escapedName(entryName)), content, sha256, sizeBytes));
    },
    addRepository({ entryName, repo, isWiki, objectFormat, folder, sizeBytes }) {
      const cells = [storableText(escapedName(repo)), Number(isWiki), objectFormat, folder, sizeBytes];
      write(() => insertRepository.run(snapshotId, storableText(escapedName(entryName)), ...cells));
    },
    needsBlob: (sha256) => findBlob.get(sha256) !== undefined,
    needsGitFolder: (folder) => findFolder.get(folder) !== undefined,
    formerGitFolders() {
      const former = new Map<string, string[]>();
      for (const [entryName, folder] of findFormer.iterate(snapshotId)) {
        const name = unescapedName(entryName);
        const folders = former.get(name) ?? [];
        if (folders.length < MAX_FORMER && !folders.includes(folder)) {
          former.set(name, [...folders, folder]);
        }
      }
      return former;
    },
    isMoreThan(otherId) {
      stage();
      db.function('form_of', { deterministic: true }, (name) => String(name).normalize('NFC'));
      db.function('escaped', { deterministic: true }, (name) => escapedName(String(name)));
      const findMore = (found: string, known: string) =>
        db.prepare(`
          WITH known (form, size_bytes) AS MATERIALIZED (
            SELECT form_of(entry_name), size_bytes FROM ${known} WHERE snapshot_id = @otherId
            UNION SELECT form_of(escaped(entry_name)), size_bytes FROM ${known} WHERE snapshot_id = @otherId
          ), largest AS MATERIALIZED (SELECT form, max(size_bytes) AS size_bytes FROM known GROUP BY form)
          SELECT EXISTS (
            SELECT 1 FROM ${found} AS found LEFT JOIN largest ON largest.form = form_of(found.entry_name)
            WHERE found.size_bytes > coalesce(largest.size_bytes, -1))`);
      const repositories = '(SELECT * FROM kept_repositories WHERE snapshot_id = @snapshotId)';
      return [
        findMore('temp.staged_files', 'snapshot_files'),
        findMore(repositories, 'kept_repositories'),
      ].some((find) => find.pluck().get({ otherId, snapshotId }) === 1);
    },
    settle() {
      stage();
      settleFileNames(db);
      settleSpans(db, snapshotId);
    },
  };
}

/** Prepares to stage files: the table is created with the first one, since a merge only reads the store until its end. */
function createStage(db: Database) {
  const create = () => {
    db.exec(`CREATE TEMP TABLE IF NOT EXISTS staged_files (
      entry_name TEXT PRIMARY KEY, content TEXT, sha256 TEXT, size_bytes INTEGER
    ) WITHOUT ROWID`);
    return db.prepare('INSERT OR REPLACE INTO temp.staged_files VALUES (?, ?, ?, ?)');
  };
  let insert: ReturnType<typeof create> | undefined;
  return () => (insert ??= create());
}

const ROOT = 'tarball://root/';

/**
 * Gives staged files the names by which records refer to them, where only their form differs: file systems and packers
 * turn "é" into "e" with an accent, or back.
 */
function settleFileNames(db: Database): void {
  // A backslash may be doubled in the name of a file, and never in that of a record.
  const mayDiffer = (column: string) => `(${column} GLOB '*[^ -~]*' OR ${column} GLOB '*\\x*')`;
  const files = db
    .prepare<[], string>(`SELECT entry_name FROM temp.staged_files WHERE ${mayDiffer('entry_name')}`)
    .pluck()
    .all();
  if (files.length === 0) {
    return;
  }
  const named = NAMING_TABLES.map(
    (table) => `SELECT asset_url FROM ${table} WHERE ${mayDiffer('asset_url')}`,
  ).join(' UNION ');
  const names = new Set<string>();
  const byForm = new Map<string, string>();
  for (const url of db.prepare<[], string>(named).pluck().iterate()) {
    const name = url.startsWith(ROOT) ? url.slice(ROOT.length) : url;
    names.add(name);
    byForm.set(escapedName(name).normalize('NFC'), name);
  }
  // A file that has the name already keeps it, and of several that could get it, the first one does.
  const rename = db.prepare('UPDATE OR IGNORE temp.staged_files SET entry_name = ? WHERE entry_name = ?');
  for (const file of files) {
    const name = names.has(file) ? undefined : byForm.get(file.normalize('NFC'));
    if (name !== undefined) {
      rename.run(name, file);
    }
  }
}
