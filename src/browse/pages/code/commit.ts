import { html } from 'hono/html';
import type { Difference, DifferenceLine, Hunk } from '../../../git/file-difference.ts';
import type { GitRepository } from '../../../git/open-repository.ts';
import { isCloneName } from '../../../model/clone-name.ts';
import { Failure } from '../../../model/failure.ts';
import type { Browsing } from '../../../reading/open-browsing.ts';
import type { Frame, Markup } from '../../frame.ts';
import { type Answering, defineFile, definePage, type PageRequest, requireRepo } from '../../page.ts';
import { codePath, commitPath } from '../../paths.ts';
import { authorOf, commitLink, shortId, subjectOf } from '../../show/code/commit-line.ts';
import type { Conversations } from '../../show/code/difference-lines.ts';
import { differenceOptions, ignoresWhitespace } from '../../show/code/difference-options.ts';
import { differenceView } from '../../show/code/difference-view.ts';
import { countOf } from '../../show/counts.ts';
import { emptyNote, factsList } from '../../show/facts.ts';
import { linkedText } from '../../show/linked-text.ts';
import { personFace } from '../../show/links.ts';
import { remarkName, timeAgo } from '../../show/times.ts';
import type { Sources } from '../../sources.ts';
import { requireGit, type ShownCommit, toShownCommit, urlOf } from './code-place.ts';
import { expandContext } from './expand-context.ts';
import { sendChanges } from './raw.ts';

interface CommitFacts {
  readonly repo: string;
  /** The repository's url at the service; null if the archive does not contain it. */
  readonly url: string | null;
  readonly id: string;
  /** Null if the archive only contains comments on the commit. */
  readonly commit: ShownCommit | null;
  readonly difference: Difference | null;
  /** Null in sites, where each page would search for them. */
  readonly containing: Awaited<ReturnType<GitRepository['containing']>> | null;
  /** The branch that a merge was into; null if that is unknown. */
  readonly base: string | null;
  readonly comments: ReturnType<Browsing['commitComments']>;
}

/** A commit: metadata, message, diff against its first parent, and comments. */
export const commit = definePage<CommitFacts>({
  async read(sources, request) {
    const { store } = sources;
    const repo = requireRepo(store, request.params);
    const sha = (request.params['sha'] ?? '').toLowerCase();
    const isClone = isCloneName(repo);
    const url = urlOf(store, repo);
    const isKept = isClone || store.gitPlace(repo, false) !== undefined;
    const git = isKept ? requireGit(sources, repo) : undefined;
    const id = await git?.find(sha);
    const found = id === undefined ? undefined : await git?.commit(id);
    const comments = isClone ? [] : store.commitComments(repo, id ?? sha);
    if (git === undefined || id === undefined || found === undefined) {
      if (comments.length === 0) {
        requireGit(sources, repo);
        throw noSuchCommit(repo, sha);
      }
      return { repo, url, id: sha, commit: null, difference: null, containing: null, base: null, comments };
    }
    const containing = sources.isSite ? null : await git.containing(id);
    const { head } = await git.refs();
    return id === request.params['sha']
      ? {
          ...{ repo, url, id, comments, commit: toShownCommit(found, sources.links) },
          containing,
          base: INTO.exec(found.subject)?.[1] ?? containing?.branches.find((name) => name === head) ?? null,
          difference: await expandContext(
            git,
            await git.difference({
              from: found.parents[0],
              to: id,
              ignoresWhitespace: ignoresWhitespace(request.query),
            }),
            request.query,
          ),
        }
      : { redirectTo: commitPath(repo, id) };
  },
  show(facts, frame) {
    const { repo, url, id, commit: known, difference, comments } = facts;
    const placed = placeComments(facts, frame);
    const others = comments.filter((comment) => !placed.comments.has(comment));
    const commentSection =
      others.length === 0
        ? ''
        : html`<section aria-label="Comments"><h2>${countOf(others.length, placed.comments.size === 0 ? 'comment' : 'other comment')}</h2>${others.map((comment) => said(comment, repo, frame))}</section>`;
    return {
      title: `${known === null ? 'Commit' : subjectOf(known)} · ${repo}@${shortId(id)}`,
      place: { repo, tab: 'commits' },
      original: url === null ? undefined : `${url}/commit/${id}`,
      main:
        known === null || difference === null
          ? html`<h1>Commit <code>${shortId(id)}</code></h1>${emptyNote('The commit itself is not in this archive.')}${commentSection}`
          : html`${commitHead(known, facts, frame)}${differenceView(difference, { repo, from: known.parents[0] ?? null, to: id, conversations: placed }, frame)}${commentSection}`,
    };
  },
});

/** Git leaves this out for the default branch. */
const INTO = /^Merge .* into '?([^\s']+)'?$/;

function commitHead(
  facts: ShownCommit,
  { repo, comments, containing, base }: CommitFacts,
  frame: Frame,
): Markup {
  const { id, body, author, committer, committerLogin, authoredAt, committedAt, parents, isSigned } = facts;
  const [firstComment] = comments;
  const path = commitPath(repo, id);
  const parentLinks = parents.map(
    (parent, index) =>
      html`<div>${commitLink(repo, parent)}${parents.length === 1 ? '' : html` <span class="muted">${index === 0 ? `first parent${base === null ? '' : `, on ${base}`}` : 'merged'}</span>`}</div>`,
  );
  return html`<header class="thread-head"><h1 dir="auto">${linkedText(subjectOf(facts), repo, frame)}</h1>${body === '' ? '' : html`<pre class="commit-message" dir="auto" tabindex="0">${linkedText(body, repo, frame)}</pre>`}
${factsList([
  ['Author', html`${authorOf(facts, frame)}${nameInGit(facts)}, ${timeAgo(authoredAt, frame.nowMs)}`],
  [
    'Committer',
    committer === author && committedAt === authoredAt
      ? null
      : html`${authorOf({ author: committer, login: committerLogin }, frame)}, ${timeAgo(committedAt, frame.nowMs)}`,
  ],
  ['Commit', html`<code data-copy-text>${id}</code>`],
  [
    parents.length === 1 ? 'Parent' : 'Parents',
    parents.length === 0 ? 'none: the history begins here' : html`${parentLinks}`,
  ],
  ...containingFacts(containing, repo),
  ['Signature', isSigned ? 'present, not checked' : null],
])}
<ul class="ways"><li><a href="${codePath('tree', { repo, ref: id })}">Files at this commit</a></li><li><a href="${path}.diff">.diff</a></li><li><a href="${path}.patch">.patch</a></li>${firstComment === undefined ? '' : html`<li><a href="#${commentAnchor(firstComment)}">${countOf(comments.length, 'comment')}</a></li>`}</ul></header>
${parents.length > 1 ? html`<p class="hint">A merge commit: these are the changes relative to its first parent.</p>` : ''}`;
}

/** The branches and tags that contain a commit, with their files. */
function containingFacts(containing: CommitFacts['containing'], repo: string) {
  const { branches = [], tags = [], isCut = false } = containing ?? {};
  const links = (names: readonly string[]) =>
    names.length === 0
      ? null
      : html`${names.map((ref, index) => html`${index === 0 ? '' : ', '}<a href="${codePath('tree', { repo, ref })}"><bdi>${ref}</bdi></a>`)}${isCut ? ' and maybe more' : ''}`;
  return [
    ['In branches', links(branches)],
    ['In tags', links(tags)],
  ] as const;
}

/** The name that git has, if it is not that of the account. */
function nameInGit({ author, login }: ShownCommit): Markup | string {
  return login === null || login === author ? '' : html` <span class="muted">(<bdi>${author}</bdi>)</span>`;
}

type Comment = CommitFacts['comments'][number];

interface PlacedComments extends Conversations {
  readonly comments: ReadonlySet<Comment>;
}

/** Assigns comments to lines of the diff. If whitespace is hidden, positions are those of another diff. */
function placeComments({ repo, comments, difference }: CommitFacts, frame: Frame): PlacedComments {
  const placed = new Map<string, Comment[]>();
  for (const comment of differenceOptions(frame.path).ignoresWhitespace ? [] : comments) {
    const file = difference?.files.find(({ path }) => path === comment.path);
    const line = comment.position === null ? undefined : lineAtPosition(file?.hunks ?? [], comment.position);
    if (line !== undefined) {
      const { oldLine, newLine } = line;
      const key = `${comment.path}\0${newLine === null ? `left ${oldLine}` : `right ${newLine}`}`;
      placed.set(key, [...(placed.get(key) ?? []), comment]);
    }
  }
  return {
    comments: new Set([...placed.values()].flat()),
    at: (path, side, line) => {
      const found = placed.get(`${path}\0${side} ${line}`);
      return (
        found &&
        html`<div class="conversation">${found.map((comment) => html`<article class="remark" id="${commentAnchor(comment)}" ${remarkName('Comment', comment.author, comment.createdAt)} data-item><p class="by">${personFace(comment.author, frame)} <a href="#${commentAnchor(comment)}" data-copy data-item-link>${timeAgo(comment.createdAt, frame.nowMs)}</a></p>${frame.markdown(comment.body, { repo })}</article>`)}</div>`
      );
    },
    elsewhere: () => undefined,
  };
}

/** The line at a position of a file's diff: the service counts lines and hunk headers below the first header. */
export function lineAtPosition(
  hunks: readonly Pick<Hunk, 'lines'>[],
  position: number,
): DifferenceLine | undefined {
  let rest = position - 1;
  for (const { lines } of hunks) {
    if (rest < lines.length) {
      return lines[rest];
    }
    rest -= lines.length + 1;
  }
  return undefined;
}

function commentAnchor({ url }: Comment): string {
  return url.slice(url.indexOf('#') + 1);
}

function said(comment: Comment, repo: string, frame: Frame): Markup {
  const { author, createdAt, path, body } = comment;
  const anchor = commentAnchor(comment);
  return html`<article class="said" id="${anchor}" ${remarkName('Comment', author, createdAt)} data-item><header class="by">${personFace(author, frame)}${path === null ? '' : html`<span class="role">on <code>${path}</code></span>`}<a href="#${anchor}" data-copy data-item-link>${timeAgo(createdAt, frame.nowMs)}</a></header><div class="said-text">${frame.markdown(body, { repo })}</div></article>`;
}

/** The diff of a commit as git prints it, or the commit as a patch mail. */
export function commitFile(form: 'diff' | 'patch'): Answering {
  return defineFile(async (sources, request) => {
    const { repo, git, id } = await findCommit(sources, request);
    const found = await git.commit(id);
    if (found === undefined) {
      throw noSuchCommit(repo, id);
    }
    return sendChanges(git, { form, ends: { from: found.parents[0], to: id }, name: shortId(id), request });
  });
}

interface FoundCommit {
  readonly repo: string;
  readonly git: GitRepository;
  readonly id: string;
}

async function findCommit(sources: Sources, { params }: PageRequest): Promise<FoundCommit> {
  const repo = requireRepo(sources.store, params);
  const git = requireGit(sources, repo);
  const sha = params['sha'] ?? '';
  const id = await git.find(sha.toLowerCase());
  if (id === undefined) {
    throw noSuchCommit(repo, sha);
  }
  return { repo, git, id };
}

function noSuchCommit(repo: string, sha: string): Failure {
  return new Failure('absent', `Cannot show the commit "${sha}": it is not in the git data of ${repo}`, {
    hint: 'Commits of deleted branches and of forks are often not part of a migration',
  });
}
