import type { Clock } from '../base/clock.ts';
import { type Database, databaseFailure } from './database.ts';
import { KEPT_CONTENTS } from './kept-contents.table.ts';
import { readKeptFiles, readKeptRepositories } from './kept-files.ts';
import { openSteadily } from './open-for-reading.ts';
import { copyPublicCaptures } from './public/public-captures.ts';
import { publicDocuments } from './public/public-documents.ts';
import { writePublicRecords } from './public/public-records.ts';
import { readVisibility, type Visibility } from './public/visibility.ts';
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
}

/** What a public store has, and lacks. */
export interface PublicReport {
  /** The numbers of repositories in the whole store by visibility; those that are not public were left out. */
  readonly repositories: Visibility['repositories'];
  /** The number of rows that were left out, by kind. */
  readonly leftOut: Readonly<Record<string, number>>;
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
export async function writePublicStore({
  from,
  to,
  clock,
  hasGit,
}: PublicStoreOptions): Promise<PublicReport> {
  requireReadable(from);
  const db = openSteadily(from);
  try {
    const visibility = readVisibility(db);
    const writer = await openStoreWriter(to, { clock, hasSearch: false });
    const leftOut = await write(writer, { db, visibility, hasGit });
    return {
      repositories: visibility.repositories,
      leftOut: { ...leftOut, ...copyPublicCaptures(db, to, visibility) },
    };
  } catch (error) {
    throw databaseFailure(error, 'write a public copy of the store', from);
  } finally {
    db.close();
  }
}

interface Source extends Pick<PublicStoreOptions, 'hasGit'> {
  readonly db: Database;
  readonly visibility: Visibility;
}

async function write(
  writer: StoreWriter,
  { db, visibility, hasGit }: Source,
): Promise<Readonly<Record<string, number>>> {
  try {
    const newest = readSnapshots(db).at(-1);
    const { leftOut, files, wikis } = writePublicRecords(db, writer, visibility);
    for (const [name, text] of publicDocuments(db, newest?.id ?? 0)) {
      writer.insertDocument(name, text);
    }
    for (const file of readKeptFiles(db)) {
      if (files.has(file.entryName) && KEPT_CONTENTS[file.content] !== undefined) {
        writer.files.addFile(file);
      }
    }
    for (const kept of hasGit ? readKeptRepositories(db) : []) {
      if (visibility.isPublicRepository(kept.repo) && (!kept.isWiki || wikis.has(kept.repo.toLowerCase()))) {
        writer.files.addRepository(kept);
      }
    }
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
    return leftOut;
  } catch (error) {
    await writer.abandon();
    throw error;
  }
}
