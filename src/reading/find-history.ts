import { quoteText } from '../base/terminal-text.ts';
import { Failure } from '../model/failure.ts';
import type { Database } from '../store/database.ts';
import { type RecordVersion, readHistory } from '../store/read-history.ts';
import { findVanishedNumber, listVanishedBelow } from './browsing/read-changes.ts';
import { anchorEnd, findAnchored } from './find-thread.ts';
import { type KnownNames, requireFormerSpellings } from './read-names.ts';
import type { Thread } from './thread.ts';
import { parseThreadAddress, type ThreadAddress } from './thread-address.ts';

/** All versions of one record, and of those that share its url. */
export interface RecordHistory {
  readonly url: string;
  readonly versions: readonly RecordVersion[];
}

interface HistorySources {
  readonly names: () => KnownNames;
  readonly thread: (address: ThreadAddress) => Thread;
}

/**
 * The history of the record that a person names: by its url, as `acme/app#7`, or by the address of a comment at the
 * service. Fails with `absent`, or with `usage` if the repository is ambiguous.
 */
export function findHistory(db: Database, text: string, sources: HistorySources): RecordHistory {
  for (const url of urlsMeant(db, text.trim(), sources)) {
    const versions = readHistory(db, url);
    if (versions.length > 0) {
      return { url, versions };
    }
  }
  throw new Failure('absent', `Cannot show the history of ${quoteText(text)}: no record has this url`, {
    hint: 'Write it as acme/rocket#7, or copy the url of the record',
    commandHint:
      'Write it as acme/rocket#7, or copy the url from the table of the record, such as: satchel query "select url from issues"',
  });
}

/** Urls of records that the text may mean, the likeliest first. */
function* urlsMeant(db: Database, text: string, { names, thread }: HistorySources): Generator<string> {
  const plain = text.replace(/\/+$/, '');
  yield* new Set([text, plain, `https://${plain}`, plain.replace(/^http:/, 'https:')]);
  const address = unlessFailed('usage', () => parseThreadAddress([text]));
  if (address === undefined) {
    return;
  }
  const { number, anchor } = address;
  const spellings = requireFormerSpellings(db, names(), address.repo);
  const current = unlessFailed('absent', () => thread(address));
  const former = spellings.flatMap((repo) => findVanishedNumber(db, repo, number)).map(({ url }) => url);
  if (anchor === undefined) {
    yield* current === undefined ? discussionsOf(db, spellings, number) : [current.url];
    yield* former;
    return;
  }
  const anchored = current === undefined ? undefined : findAnchored(current, anchor);
  yield* anchored === undefined ? [] : [anchored];
  const end = anchorEnd(anchor);
  for (const url of current === undefined ? former : [current.url, ...former]) {
    yield* listVanishedBelow(db, url).flatMap((remark) => (remark.url.endsWith(end) ? [remark.url] : []));
  }
}

function discussionsOf(db: Database, repos: readonly string[], number: number): readonly string[] {
  const find = db
    .prepare<[string, number], string>('SELECT url FROM discussions WHERE repo = ? AND number = ?')
    .pluck();
  return repos.flatMap((repo) => find.all(repo, number));
}

/** The result of `work`; undefined if it fails with this code. */
function unlessFailed<Value>(code: 'absent' | 'usage', work: () => Value): Value | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof Failure && error.code === code) {
      return undefined;
    }
    throw error;
  }
}
