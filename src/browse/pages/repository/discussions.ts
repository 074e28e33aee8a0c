import { html } from 'hono/html';
import { Failure } from '../../../model/failure.ts';
import type { Browsing } from '../../../reading/open-browsing.ts';
import { definePage, requireRepo } from '../../page.ts';
import { repositoryPath, threadPath } from '../../paths.ts';
import { stateSign } from '../../show/badges.ts';
import { emptyNote } from '../../show/facts.ts';
import { personFace, personLink } from '../../show/links.ts';
import { neighboursOf, pager } from '../../show/pager.ts';
import { remarkName, timeAgo } from '../../show/times.ts';

type Discussion = ReturnType<Browsing['discussions']>[number];

interface Discussions {
  readonly repo: string;
  readonly discussions: readonly Discussion[];
  readonly after: string | undefined;
  readonly original: string | null;
}

const PER_PAGE = 50;

/** The discussions of a repository, newest first. */
export const discussions = definePage<Discussions>({
  read({ store }, { params, query }) {
    const repo = requireRepo(store, params);
    const before = Number(query.get('after') ?? Number.MAX_SAFE_INTEGER) || Number.MAX_SAFE_INTEGER;
    const found = store.discussions(repo, { before, limit: PER_PAGE + 1 });
    const shown = found.slice(0, PER_PAGE);
    const after = found.length > PER_PAGE ? String(shown.at(-1)?.number ?? 0) : undefined;
    return { repo, discussions: shown, after, original: store.repository(repo).url };
  },
  show: ({ repo, discussions: all, after, original }, frame) => ({
    title: `Discussions of ${repo}`,
    place: { repo, tab: 'discussions' },
    original: original === null ? undefined : `${original}/discussions`,
    main: html`<h1>Discussions</h1>${
      all.length === 0
        ? emptyNote('The archive contains no discussions of this repository.')
        : html`<ol class="rows">${all.map(
            (one) =>
              html`<li>${stateSign({ kind: 'discussion', state: 'open' })}<span><a class="title" href="${threadPath({ repo, number: one.number ?? 0, kind: 'discussion' })}">${frame.title(one.title ?? '')}</a></span><span class="end">${one.category}</span>
<span class="facts"><span>#${one.number}</span><span>${timeAgo(one.createdAt, frame.nowMs)} by ${personLink(one.author, frame)}</span></span></li>`,
          )}</ol>`
    }${pager(neighboursOf(frame.path, { after }))}`,
  }),
});

interface OneDiscussion {
  readonly repo: string;
  readonly discussion: Discussion;
}

/** A discussion as far as archives contain it. */
export const discussion = definePage<OneDiscussion>({
  read({ store }, { params }) {
    const repo = requireRepo(store, params);
    const number = Number(params['number']);
    const found = store.discussion(repo, number);
    const kind = store.kindOf(repo, number, 'discussion');
    if (found === undefined && kind !== undefined) {
      return { redirectTo: threadPath({ repo, number, kind }) };
    }
    if (found === undefined) {
      throw new Failure('absent', `Cannot find ${repo}#${number}: no discussion has this number`, {
        hint: 'The list of discussions shows all of them',
      });
    }
    return { repo, discussion: found };
  },
  show: ({ repo, discussion: one }, frame) => ({
    title: `${one.title} · ${repo}#${one.number}`,
    place: { repo, tab: 'discussions' },
    original: one.url,
    links: [{ rel: 'up', href: `${repositoryPath(repo)}/discussions` }],
    main: html`<header class="thread-head"><h1 dir="auto">${frame.title(one.title ?? '')} <span class="number-of">#${one.number}</span></h1><p>${one.category === null ? 'Discussion' : html`Discussion in ${one.category}`}</p></header>
<article class="said" id="opening" ${remarkName('Opened', one.author, one.createdAt)}><header class="by">${personFace(one.author, frame)}<span class="role">opened this</span>${timeAgo(one.createdAt, frame.nowMs)}</header><div class="said-text">${frame.markdown(one.body, { repo })}</div></article>
${emptyNote('Archives contain no discussion comments: the service leaves them out.')}`,
  }),
  text: ({ discussion: one }) => `# ${one.title ?? ''}\n\n${one.body}\n`,
});
