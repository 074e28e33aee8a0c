import { html } from 'hono/html';
import { capitalized } from '../../../base/text-ends.ts';
import { CAPTURE_NAMES, CAPTURES, type CaptureName, SEVERITIES } from '../../../model/captures.table.ts';
import type { Browsing } from '../../../reading/open-browsing.ts';
import type { Markup } from '../../frame.ts';
import { definePage } from '../../page.ts';
import { countText } from '../../show/counts.ts';
import { momentOf } from '../../show/times.ts';
import { countTallied } from './count-tallied.ts';

interface Overview {
  readonly counts: ReturnType<Browsing['capturedCounts']>;
  readonly unread: number;
  /** Open alerts by severity. */
  readonly openAlerts: Readonly<Record<string, number>>;
  /** When each kind was last read from the service, in UTC. */
  readonly readAt: Readonly<Partial<Record<CaptureName, string>>>;
  /** When the newest event happened, and the newest notification changed. */
  readonly newest: Readonly<Partial<Record<CaptureName, string>>>;
}

/** An overview of the data captured from the service's API. */
export const captures = definePage<Overview>({
  read({ store }) {
    const counts = store.capturedCounts();
    const tallies = (kind: CaptureName) =>
      counts[kind] === 0 ? [] : store.capturedTallies({ kind, repo: undefined });
    const newest = (['events', 'notifications'] as const).flatMap((kind) =>
      store
        .captured({ kind, repo: undefined, offset: 0, limit: 1 })
        .map((row) => [kind, String(row['created_at'] ?? row['updated_at'])] as const),
    );
    const alerts = tallies('alerts');
    return {
      counts,
      unread: countTallied(tallies('notifications'), { is_unread: 1 }),
      openAlerts: Object.fromEntries(
        SEVERITIES.map((severity) => [severity, countTallied(alerts, { state: 'open', severity })]),
      ),
      newest: Object.fromEntries(newest),
      readAt: Object.fromEntries(
        CAPTURE_NAMES.flatMap((kind) => {
          const at = store.captureOrigin(kind).lastReadAt;
          return at === null ? [] : [[kind, at]];
        }),
      ),
    };
  },
  show: (facts) => ({
    title: 'Inbox and feeds',
    main: html`<h1>Inbox and feeds</h1><p class="muted">What the service does not put into archives. Backups fetch and keep these, even after the service has dropped them.</p>${readAtOf(facts)}
<ul class="cards">${CAPTURE_NAMES.map((kind) => card(kind, facts))}</ul>`,
  }),
});

/** A backup reads all kinds one after the other: within this time they are of one backup. */
const ONE_BACKUP_MS = 3_600_000;

function newestOf({ readAt }: Overview): string | undefined {
  return Object.values(readAt).sort().at(-1);
}

function readAtOf(facts: Overview): Markup | string {
  const newest = newestOf(facts);
  const isAll = Object.values(facts.readAt).every((at) => !isEarlier(at, facts));
  return newest === undefined
    ? ''
    : html`<p class="muted small">Last read from the service on ${momentOf(newest)}${isAll ? '' : ', except where another time is below'}.</p>`;
}

/** Whether a kind was last read by an earlier backup than others. */
function isEarlier(at: string, facts: Overview): boolean {
  return Date.parse(newestOf(facts) ?? at) - Date.parse(at) > ONE_BACKUP_MS;
}

function card(kind: CaptureName, facts: Overview): Markup {
  const count = facts.counts[kind];
  const at = facts.newest[kind];
  const readAt = facts.readAt[kind];
  return html`<li><a class="title" href="/-/captures/${kind}"><strong>${capitalized(kind)}</strong></a> <span class="count">${kind === 'alerts' ? `${countText(sumOf(facts.openAlerts))} open` : countText(count)}</span><p class="muted small">${CAPTURES[kind].words}${count === 0 ? ' None have been kept yet.' : ''}</p>${
    at === undefined
      ? ''
      : html`<p class="small">${kind === 'notifications' && facts.unread > 0 ? html`<a href="/-/captures/notifications?is=unread">${countText(facts.unread)} unread</a>, the` : 'The'} newest on ${momentOf(at)}</p>`
  }${kind === 'alerts' && count > 0 ? html`<p class="small">${alertsOf(facts.openAlerts)}</p>` : ''}${readAt === undefined || !isEarlier(readAt, facts) ? '' : html`<p class="muted small">Last read from the service on ${momentOf(readAt)}</p>`}</li>`;
}

function sumOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

function alertsOf(open: Readonly<Record<string, number>>): Markup | string {
  const known = SEVERITIES.filter((name) => (open[name] ?? 0) > 0);
  return known.length === 0
    ? 'None of them are open.'
    : html`Open: ${known.map((name) => html`<a class="severity ${name}" href="/-/captures/alerts?state=open&amp;severity=${name}">${countText(open[name] ?? 0)} ${name}</a> `)}`;
}
