import { html } from 'hono/html';
import type { LineHistory } from '../../../git/line-history.ts';
import type { Frame, Markup } from '../../frame.ts';
import { definePage } from '../../page.ts';
import { codePath, commitPath, withQuery } from '../../paths.ts';
import { codeBar } from '../../show/code/code-bar.ts';
import { authorOf, shortId, subjectOf } from '../../show/code/commit-line.ts';
import { emptyNote } from '../../show/facts.ts';
import { hunkLines } from '../../show/hunk-lines.ts';
import { timeAgo } from '../../show/times.ts';
import { type CodePlace, findEntry, openPlace, readCommits, type ShownCommit } from './code-place.ts';
import { linesOf, readBlob } from './read-blob.ts';

interface LineFacts extends LineHistory {
  readonly place: CodePlace;
  readonly first: number;
  readonly last: number;
  readonly commits: readonly ShownCommit[];
}

const UNASKED =
  'Git cannot be asked for the history of these lines, because the name of the file is not UTF-8.';

/** The commits that changed one line or a range of lines, with what they changed there. */
export const lineHistory = definePage<LineFacts>({
  async read(sources, request) {
    const { git, place } = await openPlace(sources, request);
    const facts = await readBlob(git, place, await findEntry(git, place), { links: sources.links });
    const count = facts.text === null ? 0 : linesOf(facts.text).length;
    const [, from, to = from] = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(request.query.get('line') ?? '') ?? [];
    const first = Number(from ?? 0);
    if (first < 1 || first > count) {
      return { redirectTo: codePath(facts.text === null ? 'blob' : 'blame', place) };
    }
    const last = Math.min(count, Math.max(first, Number(to)));
    const history = await git.lineHistory({ commit: place.commit, path: place.path, first, last });
    const commits = await readCommits(
      git,
      history.changes.map(({ commit }) => commit),
      sources.links,
    );
    return { ...history, place, first, last, commits };
  },
  show(facts, frame) {
    const { place, first, last, changes, cut, hasMore } = facts;
    const { repo, ref, path } = place;
    const range = first === last ? `line ${first}` : `lines ${first} to ${last}`;
    return {
      title: `History of ${range} of ${path} · ${repo} at ${ref}`,
      place: { repo, tab: 'code', file: path },
      main: html`${codeBar(place, {
        view: 'blame',
        ways: [
          ['File', `${withQuery(codePath('blob', place), { plain: 1 })}#L${first}`], // A rendered file has no lines.
          ['Blame', `${codePath('blame', place)}#L${first}`],
          ['History', codePath('commits', place)],
        ],
      })}<p class="muted">The commits that changed ${range}, newest first.</p>
${changes.length === 0 ? emptyNote(cut === 'name' ? UNASKED : 'No commit changed this line.') : html`<ol class="line-history">${changes.map((change) => changeOf(change, facts, frame))}</ol>`}
${hasMore || (cut !== null && cut !== 'name') ? emptyNote('The history ends here: it has more commits, git was stopped, or older commits are missing from this archive.') : ''}`,
    };
  },
});

function changeOf(
  { commit, lines }: LineHistory['changes'][number],
  { commits, place }: LineFacts,
  frame: Frame,
): Markup {
  const known = commits.find(({ id }) => id === commit);
  const path = commitPath(place.repo, commit);
  return html`<li data-item><p><a class="title" dir="auto" href="${path}">${known === undefined ? shortId(commit) : subjectOf(known)}</a> <span class="muted">${known === undefined ? '' : html`${authorOf(known, frame)} · ${timeAgo(known.authoredAt, frame.nowMs)} · `}<code>${shortId(commit)}</code></span></p>
${hunkLines(lines)}</li>`;
}
