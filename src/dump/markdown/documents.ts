import { lastSegment } from '../../base/text-ends.ts';
import { type BodyText, type BodyTexts, createBodyTexts } from '../../reading/body-text.ts';
import { frontMatter } from '../../reading/front-matter.ts';
import {
  accountText,
  inlineText,
  joinBlocks,
  loginText,
  reactionText,
  timeText,
} from '../../reading/markdown-text.ts';
import { createDiscussionReader, type Discussion } from '../../reading/read-discussions.ts';
import { createReleaseReader, type Release, type ReleaseAsset } from '../../reading/read-releases.ts';
import { createThreadReader } from '../../reading/read-threads.ts';
import type { Thread } from '../../reading/thread.ts';
import { threadText } from '../../reading/thread-text.ts';
import type { Database } from '../../store/database.ts';
import type { LocalLinks } from './local-links.ts';

export interface MarkdownDocument {
  /** The name of its file, without extension. */
  readonly name: string;
  readonly text: string;
  /** Its line in the index: the text of the link, and Markdown after the link. */
  readonly label: string;
  readonly note: string;
}

export interface DocumentKind {
  readonly kind: string;
  readonly heading: string;
  /** Their folder in that of the repository. */
  readonly folder: string;
  /** The documents of a repository, created while iterating; null for records without a repository. */
  of(repo: string | null, links: LocalLinks): Iterable<MarkdownDocument>;
}

/**
 * Prepares reading the documents of a store, by kind. Call it once for all repositories: SQLite frees the memory of a
 * prepared statement only when V8 collects the statement, and V8 does not count that memory.
 */
export function prepareDocuments(db: Database): readonly DocumentKind[] {
  const texts = createBodyTexts();
  return [
    threads(db, texts, { kind: 'issue', heading: 'Issues', folder: 'issues' }),
    threads(db, texts, { kind: 'pull_request', heading: 'Pull requests', folder: 'pulls' }),
    discussions(db, texts),
    releases(db, texts),
  ];
}

function threads(
  db: Database,
  texts: BodyTexts,
  names: Pick<DocumentKind, 'heading' | 'folder'> & { readonly kind: Thread['kind'] },
): DocumentKind {
  const reader = createThreadReader(db, names.kind);
  return {
    ...names,
    *of(repo, links) {
      for (const thread of reader.ofRepository(repo)) {
        const { title, state, author, createdAt } = thread;
        yield {
          ...nameOfNumbered(thread),
          note: `${inlineText(title ?? '')} · ${state} · ${nameOf(author)} · ${dayOf(createdAt)}`,
          text: threadText(thread, localised(texts, links)),
        };
      }
    },
  };
}

/** The texts of one document, with links to copies of uploads. */
function localised(texts: BodyTexts, links: LocalLinks): BodyText {
  const bodyOf = texts.document();
  return (body) => links.localise(bodyOf(body));
}

function discussions(db: Database, texts: BodyTexts): DocumentKind {
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
          text: discussionText(discussion, localised(texts, links)),
        };
      }
    },
  };
}

function releases(db: Database, texts: BodyTexts): DocumentKind {
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
          text: releaseText(release, localised(texts, links), links),
        };
      }
    },
  };
}

/** Records without a number are named after the end of their URL. */
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

/** A discussion as one Markdown document. Archives only contain its first post (archive format 2.19). */
function discussionText(discussion: Discussion, bodyOf: BodyText): string {
  const { repo, number, title, category, author, createdAt, updatedAt, labels, url } = discussion;
  const matter = frontMatter({
    title,
    kind: 'discussion',
    repo,
    number,
    category,
    author,
    created_at: createdAt,
    updated_at: updatedAt,
    labels,
    url,
  });
  const text = joinBlocks([
    `# ${inlineText(title ?? '')} (${number === null ? lastSegment(url) : `#${number}`})`,
    `${accountText(author)} started this discussion on ${timeText(createdAt)}`,
    bodyOf(discussion.body),
    reactionText(discussion.reactions),
  ]);
  return `${matter}\n${text}\n`;
}

/** A release as one Markdown document, with links to its assets. */
function releaseText(release: Release, bodyOf: BodyText, links: LocalLinks): string {
  const { repo, tag, name, author, isDraft, createdAt, publishedAt, url } = release;
  const files = release.assets.map((asset) => assetLine(asset, links));
  const matter = frontMatter({
    title: name,
    kind: 'release',
    repo,
    tag,
    state: release.state,
    prerelease: release.isPrerelease,
    author,
    created_at: createdAt,
    published_at: publishedAt,
    target: release.target,
    url,
  });
  const text = joinBlocks([
    `# ${inlineText(name ?? lastSegment(url))}`,
    `${accountText(author)} ${isDraft ? 'drafted' : 'published'} this release on ${timeText(publishedAt ?? createdAt)}`,
    bodyOf(release.body),
    reactionText(release.reactions),
    ...(files.length > 0 ? ['---', `**Assets**\n\n${files.join('\n')}`] : []),
  ]);
  return `${matter}\n${text}\n`;
}

function assetLine({ name, contentType, assetUrl }: ReleaseAsset, links: LocalLinks): string {
  const text = inlineText(name ?? 'unnamed file');
  const link = assetUrl === null ? undefined : links.linkOf(assetUrl);
  const type = contentType === null ? '' : ` (${inlineText(contentType)})`;
  return `- ${link === undefined ? text : `[${text}](${link})`}${type}`;
}
