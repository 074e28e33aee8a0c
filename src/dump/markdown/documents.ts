import {
  createDiscussionReader,
  createReleaseReader,
  createThreadReader,
  type Thread,
} from '../../reading/index.ts';
import type { Database } from '../../store/index.ts';
import { discussionText } from './discussion-text.ts';
import type { LocalLinks } from './local-links.ts';
import { bodyText, inlineText, loginText } from './markdown-text.ts';
import { lastSegment } from './reference-text.ts';
import { releaseText } from './release-text.ts';
import { threadText } from './thread-text.ts';

/** One document of a repository. */
export interface MarkdownDocument {
  /** What its file is named after. */
  readonly name: string;
  readonly text: string;
  /** Its line in the index: the text of the link, and Markdown after the link. */
  readonly label: string;
  readonly note: string;
}

/** All documents of one kind. */
export interface DocumentKind {
  readonly kind: string;
  readonly heading: string;
  /** Their folder within the repository's. */
  readonly folder: string;
  /** The documents of a repository, made while they are iterated; null means records that name no repository. */
  of(repo: string | null, links: LocalLinks): Iterable<MarkdownDocument>;
}

/**
 * Prepares reading the documents of a store, kind by kind. Call it once for all repositories: SQLite's memory for a
 * prepared statement is freed only when V8 collects the statement, and V8 does not count that memory.
 */
export function prepareDocuments(db: Database): readonly DocumentKind[] {
  return [
    threads(db, 'issue', { heading: 'Issues', folder: 'issues' }),
    threads(db, 'pull_request', { heading: 'Pull requests', folder: 'pulls' }),
    discussions(db),
    releases(db),
  ];
}

function threads(
  db: Database,
  kind: Thread['kind'],
  names: Pick<DocumentKind, 'heading' | 'folder'>,
): DocumentKind {
  const reader = createThreadReader(db, kind);
  return {
    kind,
    ...names,
    *of(repo, links) {
      for (const thread of reader.ofRepository(repo)) {
        const { title, state, author, createdAt } = thread;
        yield {
          ...nameOfNumbered(thread),
          note: `${inlineText(title ?? '')} · ${state} · ${nameOf(author)} · ${dayOf(createdAt)}`,
          text: threadText(thread, (body) => links.localise(bodyText(body))),
        };
      }
    },
  };
}

function discussions(db: Database): DocumentKind {
  const ofRepository = createDiscussionReader(db);
  return {
    kind: 'discussion',
    heading: 'Discussions',
    folder: 'discussions',
    *of(repo, links) {
      for (const discussion of ofRepository(repo)) {
        const { title, author, createdAt } = discussion;
        yield {
          ...nameOfNumbered(discussion),
          note: `${inlineText(title ?? '')} · ${nameOf(author)} · ${dayOf(createdAt)}`,
          text: discussionText(discussion, (body) => links.localise(bodyText(body))),
        };
      }
    },
  };
}

function releases(db: Database): DocumentKind {
  const ofRepository = createReleaseReader(db);
  return {
    kind: 'release',
    heading: 'Releases',
    folder: 'releases',
    *of(repo, links) {
      for (const release of ofRepository(repo)) {
        const tag = release.tag ?? lastSegment(release.url);
        const title = release.name ?? tag;
        yield {
          name: tag,
          label: inlineText(tag),
          note: [
            ...(title === tag ? [] : [inlineText(title)]),
            ...(release.isDraft ? ['draft'] : []),
            ...(release.isPrerelease ? ['pre-release'] : []),
            dayOf(release.publishedAt ?? release.createdAt),
          ].join(' · '),
          text: releaseText(release, links),
        };
      }
    },
  };
}

/** Records without a number are named by the end of their url. */
function nameOfNumbered({ number, url }: { readonly number: number | null; readonly url: string }) {
  return number === null
    ? { name: lastSegment(url), label: lastSegment(url) }
    : { name: String(number), label: `#${number}` };
}

function nameOf(author: string | null): string {
  return loginText(author ?? 'a deleted account');
}

function dayOf(time: string | null): string {
  return (time ?? '').slice(0, 10);
}
