import { html } from 'hono/html';
import { Failure } from '../../../model/failure.ts';
import type { ListedThread } from '../../../reading/list-threads.ts';
import type { Frame, Markup } from '../../frame.ts';
import { definePage, requireRepo } from '../../page.ts';
import { repositoryPath, withQuery } from '../../paths.ts';
import { stateBadge } from '../../show/badges.ts';
import { countText } from '../../show/counts.ts';
import { emptyNote } from '../../show/facts.ts';
import { personLink } from '../../show/links.ts';
import { quotedTerm } from '../../show/search-terms.ts';
import { dateOf, onDate } from '../../show/times.ts';
import { threadRows } from '../threads/thread-list.ts';
import { type ListedMilestone, overdueMark, partsOf, progressOf } from './milestones.ts';

interface MilestoneFacts {
  readonly repo: string;
  readonly milestone: ListedMilestone;
  /** The first of what is open in it, and of what is closed. */
  readonly open: readonly ListedThread[];
  readonly closed: readonly ListedThread[];
  /** When the archive was exported; null if that is unknown. */
  readonly exportedAt: string | null;
}

/** More are in the lists of issues and pull requests. */
const MAX_THREADS = 100;

/** A milestone with its description, its progress, and what is in it. */
export const milestone = definePage<MilestoneFacts>({
  read({ store }, { params }) {
    const repo = requireRepo(store, params);
    const { number } = params;
    const found = store.milestones(repo).find((one) => String(one.number) === number);
    if (found === undefined) {
      throw new Failure(
        'absent',
        `Cannot show the milestone ${number} of ${repo}: no loaded archive has it`,
        {
          hint: 'The list of milestones has those of all loaded archives',
        },
      );
    }
    const threads = (isOpen: boolean) => store.inMilestone(repo, found.url, { isOpen, limit: MAX_THREADS });
    const exportedAt = store.snapshots().at(-1)?.takenAt ?? null;
    return { repo, milestone: found, open: threads(true), closed: threads(false), exportedAt };
  },
  show(facts, frame) {
    const { repo, milestone: one } = facts;
    const { title, description, state, openCount, closedCount, url } = one;
    return {
      title: `${title ?? 'Milestone'} · ${repo}`,
      place: { repo, tab: 'milestones' },
      original: url,
      main: html`<header class="thread-head"><h1 dir="auto">${title ?? 'Untitled milestone'}</h1>
<p>${stateBadge({ kind: 'milestone', state: state ?? 'open' })} ${storyOf(one, frame)}${overdueMark(one, facts.exportedAt)}</p>
<p class="progress">${progressOf(one)}</p><p class="facts">${partsOf(repo, one)}</p></header>
${description === null || description.trim() === '' ? '' : frame.markdown(description, { repo })}
${
  openCount + closedCount === 0
    ? emptyNote('The archive has no issue or pull request of this milestone.')
    : html`${threadSection(true, facts, frame)}${threadSection(false, facts, frame)}`
}`,
    };
  },
  text: ({ milestone: { title, description }, open, closed }) =>
    [
      `# ${title ?? ''}`,
      '',
      description ?? '',
      '',
      ...[...open, ...closed].map(
        ({ number, title: name, state }) => `- #${number} ${name ?? ''} (${state})`,
      ),
      '',
    ].join('\n'),
});

/** Who opened it and when, when it is due, and when it was closed. */
function storyOf({ author, createdAt, dueOn, closedAt }: ListedMilestone, frame: Frame): Markup {
  return html`Opened ${onDate(createdAt, frame.nowMs)} by ${personLink(author, frame)} · ${dueOn === null ? 'no due date' : html`due ${dateOf(dueOn)}`}${closedAt === null ? '' : html` · closed ${onDate(closedAt, frame.nowMs)}`}`;
}

/** The threads of a state, and where all are if they are too many for the page. */
function threadSection(
  isOpen: boolean,
  { repo, milestone: { title, openCount, closedCount }, open, closed }: MilestoneFacts,
  frame: Frame,
): Markup | string {
  const [threads, count] = isOpen ? [open, openCount] : [closed, closedCount];
  const listOf = (name: string) =>
    withQuery(`${repositoryPath(repo)}/${name}`, { q: quotedTerm('milestone', title ?? '') });
  return threads.length === 0
    ? ''
    : html`<section><h2 class="own-words">${isOpen ? 'Open' : 'Closed'} <span class="count">${countText(count)}</span></h2>${threadRows(
        threads.map((thread) => ({ ...thread, milestone: null })),
        `${repositoryPath(repo)}/issues`,
        frame,
      )}${threads.length === count ? '' : html`<p class="own-words">The other ${countText(count - threads.length)} are in the lists of its <a href="${listOf('issues')}">issues</a> and <a href="${listOf('pulls')}">pull requests</a>.</p>`}</section>`;
}
