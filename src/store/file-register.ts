import { escapedName, unescapedName } from '../base/byte-text.ts';
import { type Database, databaseFailure } from './database.ts';
import type { KeptFile, KeptRepository } from './kept-files.ts';
import { storableText } from './rows/conversions.ts';

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

/** Folders of a repository that are looked for: the latest may have been removed with its snapshot. */
const MAX_FORMER = 8;

/** Opens the register of one snapshot, within the current transaction. */
export function createFileRegister(db: Database, snapshotId: number): FileRegister {
  const insertFile = db.prepare('INSERT OR REPLACE INTO kept_files VALUES (?, ?, ?, ?, ?)');
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
      write(() =>
        insertFile.run(snapshotId, storableText(escapedName(entryName)), content, sha256, sizeBytes),
      );
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
  };
}

const ROOT = 'tarball://root/';

/**
 * Gives the files of a snapshot the names by which records refer to them, where only their form differs: file
 * systems and packers turn "é" into "e" with an accent, or back.
 */
export function settleFileNames(db: Database, snapshotId: number): void {
  // A backslash may be doubled in the name of a file, and never in that of a record.
  const mayDiffer = (column: string) => `(${column} GLOB '*[^ -~]*' OR ${column} GLOB '*\\x*')`;
  const files = db
    .prepare<[number], string>(
      `SELECT entry_name FROM kept_files WHERE snapshot_id = ? AND ${mayDiffer('entry_name')}`,
    )
    .pluck()
    .all(snapshotId);
  if (files.length === 0) {
    return;
  }
  const named = ['attachments', 'repository_files', 'release_assets']
    .map((table) => `SELECT asset_url FROM ${table} WHERE ${mayDiffer('asset_url')}`)
    .join(' UNION ');
  const names = new Set<string>();
  const byForm = new Map<string, string>();
  for (const url of db.prepare<[], string>(named).pluck().iterate()) {
    const name = url.startsWith(ROOT) ? url.slice(ROOT.length) : url;
    names.add(name);
    byForm.set(escapedName(name).normalize('NFC'), name);
  }
  const rename = db.prepare(
    'UPDATE OR REPLACE kept_files SET entry_name = ? WHERE snapshot_id = ? AND entry_name = ?',
  );
  for (const file of files) {
    const name = names.has(file) ? undefined : byForm.get(file.normalize('NFC'));
    if (name !== undefined) {
      rename.run(name, snapshotId, file);
    }
  }
}
