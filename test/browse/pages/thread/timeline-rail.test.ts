import { describe, expect, it } from 'vitest';
import { outlineThread, type ThreadOutline } from '../../../../src/browse/pages/thread/outline-thread.ts';
import { timelineRail } from '../../../../src/browse/pages/thread/timeline-rail.ts';
import type { Thread, TimelineEntry } from '../../../../src/reading/thread.ts';

const THREAD = 'https://service.example/acme/app/issues/7';

/** The columns of events that do not concern the rail. */
const NO_DETAILS = {
  ...{ label_name: null, milestone_title: null, title_was: null, title_is: null, subject_url: null },
  ...{ commit_id: null, ref: null, before_commit_oid: null, after_commit_oid: null },
};

/** A comment for each of the times; the last one is followed by the event that closes the thread. */
function outlineOf(times: readonly string[]): ThreadOutline {
  const comments = times.map((createdAt, id): TimelineEntry => {
    const url = `${THREAD}#issuecomment-${id}`;
    return { kind: 'comment', id, url, author: 'mira', createdAt, body: '', reactions: [] };
  });
  const createdAt = times.at(-1) ?? null;
  const closing = { event: 'closed', id: 1, url: `${THREAD}#event-1`, createdAt, actor: 'mira' };
  const timeline: TimelineEntry[] = [...comments, { kind: 'event', ...closing, ...NO_DETAILS }];
  const thread: Thread = {
    kind: 'issue',
    ...{ id: 7, repo: 'acme/app', number: 7, title: 'A long thread', state: 'closed', author: 'mira' },
    ...{ createdAt: null, updatedAt: null, closedAt: createdAt, labels: [], assignees: [], milestone: null },
    ...{ closedBy: [], pullRequest: undefined, url: THREAD, body: '', reactions: [], timeline },
  };
  return outlineThread(thread, { vanished: [] });
}

const rail = (times: readonly string[]) => String(timelineRail(outlineOf(times)));

const days = (count: number, stepDays: number) =>
  Array.from({ length: count }, (_, index) =>
    new Date(Date.UTC(2020, 0, 1 + index * stepDays)).toISOString().replace('.000', ''),
  );

const names = (html: string) => [...html.matchAll(/<a href="#[^"]+">([^<]+)</g)].map(([, name]) => name);

describe('timelineRail()', () => {
  it('is absent in a short thread', () => {
    expect(rail(days(5, 1))).toBe('');
  });

  it('links to the first entry of each day, with the number of entries, and to changes of state', () => {
    const html = rail([...days(3, 1), ...days(3, 1), ...days(20, 0)].toSorted());
    expect(names(html)).toEqual(['Opened', '1 Jan 2020', '2 Jan 2020', '3 Jan 2020', 'closed']);
    expect(html).toContain('<a href="#issuecomment-0">1 Jan 2020</a><span class="count">22</span>');
    expect(html).toContain('<a href="#event-1">closed</a>');
  });

  it('shows months if there are many days, and years if there are many months', () => {
    expect(names(rail(days(60, 3))).slice(0, 3)).toEqual(['Opened', 'Jan 2020', 'Feb 2020']);
    const years = rail(days(60, 40));
    expect(names(years).slice(0, 3)).toEqual(['Opened', '2020', '2021']);
    expect(years.length).toBeLessThan(2_000);
  });
});
