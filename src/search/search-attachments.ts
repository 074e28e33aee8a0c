import { closeSync, openSync, readSync } from 'node:fs';
import { systemErrorCode } from '../base/failure.ts';
import type { Database } from '../store/database.ts';
import { type FileFolders, findBlob } from '../store/file-folders.ts';
import { isNewestKept } from '../store/kept-files.ts';
import { canFind, createTextTest, fulfils, wantedWords } from './kept-filter.ts';
import { readSearch } from './parse-search.ts';
import type { Found } from './search-code.ts';
import { narrowSearch } from './search-query.ts';
import type { SearchOptions } from './search-store.ts';
import { makeSnippet, type SnippetPart } from './snippet.ts';

/** An attached text file that contains the words. */
export interface FoundAttachment {
  readonly name: string;
  readonly repo: string | null;
  readonly number: number | null;
  readonly author: string | null;
  readonly createdAt: string | null;
  readonly url: string;
  /** The record whose text contains it. */
  readonly parentUrl: string | null;
  readonly snippet: readonly SnippetPart[];
}

export interface AttachmentSearchOptions extends Pick<SearchOptions, 'nowMs' | 'owners'> {
  readonly folders: FileFolders;
  readonly limit: number;
}

interface KeptText extends Omit<FoundAttachment, 'snippet'> {
  readonly sha256: string;
}

/** Only the beginning of a file is searched. */
const MAX_READ_BYTES = 1024 * 1024;

/** The maximum number of bytes that one search reads, newest files first: about a second's work. */
const MAX_SEARCHED_BYTES = 256 * 1024 * 1024;

/** Searches kept text files that people attached to threads, newest first. Fails with `search-refused`. */
export function searchAttachments(
  db: Database,
  text: string,
  { folders, nowMs, limit, owners }: AttachmentSearchOptions,
): Found<FoundAttachment> {
  const query = narrowSearch(readSearch(text, nowMs), owners);
  const { filter } = query;
  const hits: FoundAttachment[] = [];
  if (filter === undefined || query.scopes.length > 0 || !canFind(query, 'attachment', undefined)) {
    return { hits, isComplete: true };
  }
  const holds = createTextTest([]);
  let readBytes = 0;
  for (const { sha256, ...file } of listTexts(db)) {
    if (!canFind(query, 'attachment', file.repo)) {
      continue;
    }
    if (hits.length >= limit || readBytes >= MAX_SEARCHED_BYTES) {
      return { hits, isComplete: false };
    }
    const path = findBlob(folders, sha256)?.path;
    const content = path === undefined ? undefined : readText(path);
    readBytes += content?.length ?? 0;
    const texts = { title: null, body: content ?? '', comment: null, file: null };
    const document = {
      type: 'attachment' as const,
      repo: file.repo,
      createdAt: file.createdAt,
      fileName: file.name,
      isBy: (login: string) => file.author?.toLowerCase() === login.toLowerCase(),
      holds: (words: Parameters<typeof holds>[0]) => holds(words, texts),
    };
    if (content !== undefined && fulfils(filter, document)) {
      hits.push({ ...file, snippet: makeSnippet(content, wantedWords(filter)) });
    }
  }
  return { hits, isComplete: true };
}

const TEXT_NAME = ['txt', 'log', 'md', 'csv', 'tsv', 'json', 'jsonl', 'xml', 'yml', 'yaml', 'patch', 'diff'];

const ENTRY_NAME = "replace(u.asset_url, 'tarball://root/', '')";

/** Kept attachments that are texts by their media type or name. */
function listTexts(db: Database): Iterable<KeptText> {
  const isText = [
    "u.content_type LIKE 'text/%'",
    ...TEXT_NAME.map((ending) => `u.name LIKE '%.${ending}'`),
  ].join(' OR ');
  return db
    .prepare<[], KeptText>(
      `SELECT coalesce(u.name, 'file') AS name, u.repo, u.number, u.author, u.createdAt, u.url, u.parentUrl, k.sha256
       FROM (
         SELECT name, content_type, repo, number, author, created_at AS createdAt, url, parent_url AS parentUrl, asset_url
         FROM attachments
         UNION ALL SELECT name, content_type, repo, NULL, author, created_at, url, NULL, asset_url FROM repository_files
       ) AS u JOIN kept_files AS k ON k.entry_name = ${ENTRY_NAME} AND ${isNewestKept(ENTRY_NAME)}
       WHERE ${isText} ORDER BY u.createdAt DESC, u.url`,
    )
    .all();
}

/** Undefined for a file that is binary or no longer there. */
function readText(path: string): string | undefined {
  const bytes = Buffer.alloc(MAX_READ_BYTES);
  try {
    const file = openSync(path, 'r');
    try {
      const content = bytes.subarray(0, readSync(file, bytes));
      return content.includes(0) ? undefined : content.toString('utf8');
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') {
      return undefined;
    }
    throw error;
  }
}
