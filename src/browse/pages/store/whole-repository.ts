import { html } from 'hono/html';
import type { Frame, Markup } from '../../frame.ts';
import { repositoryPath } from '../../paths.ts';
import { stateSign } from '../../show/badges.ts';
import { countOf } from '../../show/counts.ts';
import { otherQuery } from '../../show/pager.ts';
import type { ShownRepository, ShownSubject } from './read-changes.ts';

interface Content {
  readonly kinds: readonly string[];
  readonly words: readonly [one: string, many: string];
  /** The list of them, below the repository's path. */
  readonly path?: string;
}

/** What people look for in a repository. */
const CONTENTS: readonly Content[] = [
  { kinds: ['issue'], words: ['issue', 'issues'], path: '/issues?q=' },
  { kinds: ['pull_request'], words: ['pull request', 'pull requests'], path: '/pulls?q=' },
  { kinds: ['discussion'], words: ['discussion', 'discussions'], path: '/discussions' },
  {
    kinds: ['issue_comment', 'commit_comment', 'pull_request_review', 'pull_request_review_comment'],
    words: ['comment or review', 'comments and reviews'],
  },
  { kinds: ['release'], words: ['release', 'releases'], path: '/releases' },
  { kinds: ['milestone'], words: ['milestone', 'milestones'], path: '/milestones' },
  { kinds: ['attachment', 'repository_file'], words: ['attachment', 'attachments'], path: '/attachments' },
];

/** A repository that came or went as a whole: what is in it in numbers, and its newest threads. */
export function showWholeRepository(
  { repo, count, happenings }: ShownSubject,
  { counts, newest }: ShownRepository,
  frame: Frame,
): Markup {
  const name = repo ?? '';
  const path = frame.links.repository(name);
  const isGone = happenings.includes('deleted');
  const contents = CONTENTS.flatMap(({ kinds, words, path: below }) => {
    const number = kinds.reduce((sum, kind) => sum + (counts[kind] ?? 0), 0);
    const others = kinds
      .filter((kind) => kind === 'repository_file')
      .reduce((sum, kind) => sum + (counts[kind] ?? 0), 0);
    const text = `${countOf(number, ...words)}${others === 0 || others === number ? '' : ` (${countOf(others, 'repository file')} among them)`}`;
    const isLinked = path !== undefined && below !== undefined && !isGone;
    return number === 0
      ? []
      : isLinked
        ? html`<a href="${repositoryPath(name)}${below}">${text}</a>`
        : html`${text}`;
  });
  const all = otherQuery(frame.path, { repo: name, start: undefined, what: undefined });
  return html`<article class="changed" data-item><h3>${path === undefined ? name : html`<a class="title" href="${path}" data-item-link>${name}</a>`}</h3>
<p>${contents.length === 0 ? 'Nothing is in it.' : contents.map((one, index) => html`${index === 0 ? '' : ' · '}${one}`)}</p>${
    newest.length === 0
      ? ''
      : html`<ul class="plain" aria-label="The newest in ${name}">${newest.map(
          ({ kind, number, title, state }) =>
            html`<li>${stateSign({ kind, state })} <a href="${frame.links.thread(name, number)}">${frame.title(title ?? '')}</a> <span class="muted">#${number}</span></li>`,
        )}</ul>`
  }<p class="small"><a href="${all}">${countOf(count, 'record')}<span class="unseen"> of ${name}</span>, one by one</a></p></article>`;
}
