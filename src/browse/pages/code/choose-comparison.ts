import { html } from 'hono/html';
import type { GitRepository } from '../../../git/open-repository.ts';
import type { Frame, Markup } from '../../frame.ts';
import { definePage, requireRepo } from '../../page.ts';
import { comparePath, repositoryPath } from '../../paths.ts';
import { countOf } from '../../show/counts.ts';
import { emptyNote } from '../../show/facts.ts';
import { timeAgo } from '../../show/times.ts';
import { menuNames, requireGit } from './code-place.ts';
import { endMenus } from './compare.ts';
import { MAX_SORTED, readSorted, type ShownRef } from './refs.ts';

/** A comparison that is worth a look: it has commits, or changes. */
interface Offer {
  readonly base: string;
  readonly head: string;
  readonly at: string | null;
  readonly commits: number;
  /** The number of files that differ; null if git did not finish counting. */
  readonly files: number | null;
}

interface Choice {
  readonly repo: string;
  /** The end that was chosen; otherwise the default branch. */
  readonly base: string;
  /** The other end if it was chosen; otherwise empty. */
  readonly head: string;
  readonly branches: readonly string[];
  readonly tags: readonly string[];
  /** What branches have that the default one lacks, and what each tag brought. */
  readonly ofBranches: readonly Offer[];
  readonly ofTags: readonly Offer[];
  /** The number of tags that are too old to be compared here. */
  readonly olderTags: number;
}

/** The newest branches and tags that the page compares: git is asked three times for each. */
const MAX_OFFERED = { branches: 8, tags: 20 } as const;

/** Where a comparison begins: two menus, and the comparisons that people want most. */
export const chooseComparison = definePage<Choice>({
  async read(sources, { params, query }) {
    const repo = requireRepo(sources.store, params);
    const git = requireGit(sources, repo);
    const [base, other] = [query.get('base')?.trim() ?? '', query.get('head')?.trim() ?? ''];
    if (base !== '' && other !== '') {
      return { redirectTo: comparePath(repo, base, other) };
    }
    const refs = await git.refs();
    const newest = async (all: ReadonlyMap<string, string>, limit: number) =>
      (await readSorted(git, [...all].slice(-MAX_SORTED), sources.links)).slice(0, limit);
    const branches = await newest(refs.branches, MAX_OFFERED.branches + 1);
    const tags = await newest(refs.tags, MAX_OFFERED.tags + 1);
    const main = branches.find(({ name }) => name === refs.head) ?? branches[0];
    const [latest] = tags;
    const pairs = tags.slice(0, -1).map((tag, index) => [tags[index + 1], tag] as const);
    return {
      ...{
        repo,
        head: other,
        base: base === '' ? (refs.head ?? branches[0]?.name ?? latest?.name ?? '') : base,
      },
      ...menuNames(refs),
      ofBranches: await offersOf(
        git,
        branches.map((branch) => [main, branch]),
      ),
      ofTags: await offersOf(git, [[latest, main], ...pairs]),
      olderTags: Math.max(0, refs.tags.size - MAX_OFFERED.tags - 1),
    };
  },
  show: (facts, frame) => ({
    title: `Compare · ${facts.repo}`,
    place: { repo: facts.repo, tab: 'code' },
    main: html`<h1>Compare</h1><p class="muted">See which commits one branch, tag or commit has that another does not.</p>
${facts.base === '' ? emptyNote('The repository has no branches and no tags to compare.') : html`${endMenus(facts)}${offerLists(facts, frame)}`}`,
  }),
});

type End = Omit<ShownRef, 'message'> | undefined;

/** The comparisons of pairs, without those of equal ends. */
async function offersOf(
  git: GitRepository,
  pairs: readonly (readonly [base: End, head: End])[],
): Promise<readonly Offer[]> {
  const offers = await Promise.all(
    pairs.map(async ([base, head]) => {
      if (!base?.commit || !head?.commit || base.commit.id === head.commit.id) {
        return [];
      }
      const [from, to] = [base.commit.id, head.commit.id];
      const shared = (await git.mergeBase(from, to)) ?? from;
      const [commits, files] = await Promise.all([
        git.countCommits({ from: to, without: from }),
        git.countChangedFiles({ from: shared, to }),
      ]);
      const ends = { base: base.name, head: head.name, at: head.commit.committedAt };
      return commits === 0 ? [] : [{ ...ends, commits: commits ?? 0, files: files ?? null }];
    }),
  );
  return offers.flat();
}

/** What branches have that the default one lacks, and what each tag brought. */
function offerLists({ repo, ofBranches, ofTags, olderTags }: Choice, frame: Frame): Markup {
  const row = ({ base, head, at, commits, files }: Offer) =>
    html`<li data-item><a class="title" href="${comparePath(repo, base, head)}"><bdi>${base}</bdi> … <bdi>${head}</bdi></a><span class="end">${timeAgo(at, frame.nowMs)}</span><span class="facts">${commits === 0 ? 'Commits' : countOf(commits, 'commit')}${files === null ? '' : `, ${countOf(files, 'file')}`}</span></li>`;
  const list = (title: string, offers: readonly Offer[]) =>
    offers.length === 0 ? '' : html`<h2>${title}</h2><ul class="commits">${offers.map(row)}</ul>`;
  return html`${list('Branches', ofBranches)}${list('Tags', ofTags)}${
    olderTags === 0
      ? ''
      : html`<p class="muted">${countOf(olderTags, 'older tag')}: choose them in the menus, or see <a href="${repositoryPath(repo)}/tags">all tags</a>.</p>`
  }`;
}
