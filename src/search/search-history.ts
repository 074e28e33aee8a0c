import type { Database } from '../store/database.ts';
import { type FormerVersion, readFormerVersions } from '../store/former-versions.ts';
import { factsOfRecord } from '../store/record-facts.ts';
import type { Snapshot } from '../store/snapshot.ts';
import { URL_READINGS } from '../store/url-readings.ts';
import { snapshotText, whenChanged } from '../store/when-changed.ts';
import {
  createTextTest,
  fulfils,
  mayFulfil,
  plainTexts,
  requiredAuthor,
  requiredWords,
  wantedWords,
} from './kept-filter.ts';
import { readSearch } from './parse-search.ts';
import type { Found } from './search-code.ts';
import { narrowSearch, type SearchWords } from './search-query.ts';
import type { SearchOptions } from './search-store.ts';
import { makeSnippet, type SnippetPart } from './snippet.ts';
import { SUBJECT_KINDS, type SubjectKindName } from './subjects.table.ts';
import type { SubjectTexts } from './words-in-text.ts';

/** A text that a search finds in older snapshots only: it was edited since, or its record was deleted. */
export interface FormerHit {
  readonly kind: SubjectKindName;
  readonly url: string;
  readonly repo: string | null;
  readonly number: number | null;
  readonly title: string | null;
  readonly author: string | null;
  readonly createdAt: string | null;
  readonly change: 'edited' | 'deleted';
  /** When that happened: `between 12 and 19 May 2026`. */
  readonly when: string;
  /** The last snapshot that has this text. */
  readonly lastSnapshot: Pick<Snapshot, 'id' | 'takenAt'>;
  readonly snippet: readonly SnippetPart[];
}

/** A hit before its snippet is made: counting needs none. */
interface FormerText extends Pick<FormerHit, 'lastSnapshot'> {
  readonly toHit: () => FormerHit;
}

/** The limit is a number of hits. */
export type FormerSearch = Pick<SearchOptions, 'nowMs' | 'owners' | 'limit'>;

/** The types of records for `type:`, by kind. */
const TYPES: ReadonlyMap<string, string> = new Map(SUBJECT_KINDS.map(({ kind, type }) => [kind, type]));

const IS_COMMENT = /comment$|^pull_request_review$/;

/**
 * What a search finds in older snapshots and no longer in the newest, the latest first, each record once. The history
 * has no index: its texts are read one by one, and all words must be in one of them. SQLite leaves out most of the others.
 * Fails with `search-refused`.
 */
export function* searchHistory(
  db: Database,
  text: string,
  { nowMs, owners }: Omit<FormerSearch, 'limit'>,
): Generator<FormerText> {
  const { filter, scopes } = narrowSearch(readSearch(text, nowMs), owners);
  if (filter === undefined) {
    return;
  }
  const holds = createTextTest(scopes);
  const words = wantedWords(filter);
  const matches = ({ kind, repo }: FormerVersion, json: string) => {
    const { author, createdAt, ...texts } = textsOf(kind, json);
    return fulfils(filter, {
      type: TYPES.get(kind) ?? kind,
      repo,
      createdAt,
      isBy: (login) => author?.toLowerCase() === login.toLowerCase(),
      holds: (asked) => holds(asked, texts),
    });
  };
  const found = new Set<number>();
  const kinds = [...TYPES].flatMap(([kind, type]) => (mayFulfil(filter, type, undefined) ? [kind] : []));
  const author = requiredAuthor(filter);
  const texts = [...plainTexts(requiredWords(filter)), ...(author === undefined ? [] : [author])];
  for (const version of readFormerVersions(db, { kinds, texts })) {
    if (found.has(version.recordId) || !matches(version, version.json)) {
      continue;
    }
    const now = version.now();
    if (now === null || !matches(version, now)) {
      found.add(version.recordId);
      const { id, takenAt } = version.before;
      yield { lastSnapshot: { id, takenAt }, toHit: () => toHit(version, now === null, words) };
    }
  }
}

/** The first hits of `searchHistory`. */
export function findFormer(db: Database, text: string, options: FormerSearch): Found<FormerHit> {
  const hits: FormerHit[] = [];
  for (const former of searchHistory(db, text, options)) {
    if (hits.length === options.limit) {
      return { hits, isComplete: false };
    }
    hits.push(former.toHit());
  }
  return { hits, isComplete: true };
}

function toHit(version: FormerVersion, isGone: boolean, words: readonly SearchWords[]): FormerHit {
  const { kind, url, repo, change, json, before, found } = version;
  const { author, createdAt, title, body, comment } = textsOf(kind, json);
  const snippets = [body, comment, title].flatMap((text) =>
    text === null || text === '' ? [] : [makeSnippet(text, words)],
  );
  return {
    kind: kind as SubjectKindName, // Only those of the table are read.
    ...{ url, repo, number: URL_READINGS.number(url), title, author, createdAt },
    change: isGone && change === 'vanished' ? 'deleted' : 'edited',
    when: whenChanged(before, found),
    lastSnapshot: { id: before.id, takenAt: before.takenAt },
    snippet: snippets.find((parts) => parts.some(({ isHit }) => isHit)) ?? snippets[0] ?? [],
  };
}

/**
 * How many texts only older snapshots have, as far as they are counted: `1 in the snapshot of 12 May 2026`, `30+ in older
 * snapshots`; undefined if there are none.
 */
export function countFormer(
  hits: Iterable<Pick<FormerHit, 'lastSnapshot'>>,
  max = Number.POSITIVE_INFINITY,
): string | undefined {
  const places = new Map<number, FormerHit['lastSnapshot']>();
  let count = 0;
  for (const { lastSnapshot } of hits) {
    if (count === max) {
      return `${max.toLocaleString('en')}+ in older snapshots`;
    }
    places.set(lastSnapshot.id, lastSnapshot);
    count += 1;
  }
  const [only, other] = places.values();
  if (only === undefined) {
    return undefined;
  }
  const place =
    other !== undefined
      ? 'older snapshots'
      : only.takenAt === undefined
        ? `snapshot ${only.id}`
        : `the snapshot of ${snapshotText(only)}`;
  return `${count.toLocaleString('en')} in ${place}`;
}

/** The texts of a record, in the columns in which the index has them. */
function textsOf(kind: string, json: string) {
  const { title, author, body, createdAt } = factsOfRecord(json);
  const texts: SubjectTexts = IS_COMMENT.test(kind)
    ? { title: null, body: null, comment: body, file: null }
    : { title, body, comment: null, file: null };
  return { ...texts, author, createdAt };
}
