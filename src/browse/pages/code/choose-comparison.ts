import { html } from 'hono/html';
import type { Frame, Markup } from '../../frame.ts';
import { definePage, requireRepo } from '../../page.ts';
import { repositoryPath } from '../../paths.ts';
import { subjectOf } from '../../show/code/commit-line.ts';
import { emptyNote } from '../../show/facts.ts';
import { timeAgo } from '../../show/times.ts';
import { menuNames, requireGit } from './code-place.ts';
import { MAX_SORTED, readSorted, type ShownRef } from './refs.ts';

interface Choice {
  readonly repo: string;
  readonly head: string | null;
  /** The names that the fields suggest. */
  readonly names: readonly string[];
  /** The newest branches besides the default one, and the newest tags. */
  readonly branches: readonly Omit<ShownRef, 'message'>[];
  readonly tags: readonly Omit<ShownRef, 'message'>[];
}

/** The newest of each kind that the page offers. */
const MAX_OFFERED = 8;

/** Where a comparison begins: two fields, and the comparisons that people want most. */
export const chooseComparison = definePage<Choice>({
  async read(sources, { params, query }) {
    const repo = requireRepo(sources.store, params);
    const git = requireGit(sources, repo);
    const [base, other] = [query.get('base')?.trim() ?? '', query.get('head')?.trim() ?? ''];
    if (base !== '' && other !== '') {
      return { redirectTo: comparePath(repo, base, other) };
    }
    const refs = await git.refs();
    const newest = async (all: ReadonlyMap<string, string>) => {
      const names = [...all].filter(([name]) => name !== refs.head || all === refs.tags);
      return (await readSorted(git, names.slice(-MAX_SORTED))).slice(0, MAX_OFFERED);
    };
    const { branches, tags } = menuNames(refs);
    return {
      ...{ repo, head: refs.head ?? null, names: [...branches, ...tags] },
      branches: await newest(refs.branches),
      tags: await newest(refs.tags),
    };
  },
  show: (facts, frame) => ({
    title: `Compare · ${facts.repo}`,
    place: { repo: facts.repo, tab: 'code' },
    main: html`<h1>Compare</h1><p class="muted">Shows the commits that one branch, tag or commit has and another does not, and what they change.</p>
${facts.names.length === 0 ? emptyNote('The repository has no branches and no tags to compare.') : html`${chooseForm(facts)}${offersOf(facts, frame)}`}`,
  }),
});

function comparePath(repo: string, base: string, head: string): string {
  return `${repositoryPath(repo)}/compare/${encodeURIComponent(base)}...${encodeURIComponent(head)}`;
}

function chooseForm({ repo, head, names }: Choice): Markup {
  const field = (name: string, words: string, value: string) =>
    html`<label>${words} <input name="${name}" list="names" value="${value}" required autocomplete="off" spellcheck="false" dir="auto" placeholder="branch, tag or commit"></label>`;
  return html`<form class="filter compare" action="${repositoryPath(repo)}/compare" data-control>${field('base', 'From', head ?? names[0] ?? '')} ${field('head', 'to', '')} <button>Compare</button><datalist id="names">${names.map((name) => html`<option value="${name}"></option>`)}</datalist></form>`;
}

/** What branches have that the default one lacks, and what each tag brought. */
function offersOf({ repo, head, branches, tags }: Choice, frame: Frame): Markup {
  const row = (base: string, { name, commit }: Omit<ShownRef, 'message'>) =>
    html`<li data-item><a class="title" href="${comparePath(repo, base, name)}"><bdi>${base}</bdi> … <bdi>${name}</bdi></a><span class="end">${commit === null ? '' : timeAgo(commit.committedAt, frame.nowMs)}</span><span class="facts" dir="auto">${commit === null ? 'Its commit is not in this archive.' : subjectOf(commit)}</span></li>`;
  const main = head ?? branches[0]?.name;
  const [newest] = tags;
  return html`${
    main === undefined || branches.length === 0
      ? ''
      : html`<h2>Branches</h2><ul class="commits">${branches.filter(({ name }) => name !== main).map((ref) => row(main, ref))}</ul>`
  }${
    newest === undefined
      ? ''
      : html`<h2>Tags</h2><ul class="commits">${main === undefined ? '' : html`<li data-item><a class="title" href="${comparePath(repo, newest.name, main)}"><bdi>${newest.name}</bdi> … <bdi>${main}</bdi></a><span class="facts">What came after the newest tag</span></li>`}${tags.slice(0, -1).map((ref, index) => row(tags[index + 1]?.name ?? ref.name, ref))}</ul>`
  }`;
}
