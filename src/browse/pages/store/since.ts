import { createHash } from 'node:crypto';
import { html } from 'hono/html';
import type { Snapshot } from '../../../store/snapshot.ts';
import type { Markup } from '../../frame.ts';
import { definePage } from '../../page.ts';
import { emptyNote } from '../../show/facts.ts';
import { type Changes, readChanges, type SnapshotPair, showChanges } from './changes.ts';

interface Since {
  /** Null in a store of fewer than two snapshots. */
  readonly changes: Changes | null;
  /** Whether the browser has said at which snapshot its person looked last. */
  readonly isKnown: boolean;
  /** Whether nothing was loaded since then: these are the changes before it. */
  readonly isSeen: boolean;
  readonly cookie: string | undefined;
}

/**
 * What changed since this page was last opened in this browser. A cookie keeps two snapshots: the newest one at the last
 * look, and the one that it was compared with, so that the page stays the same until something is loaded.
 */
export const since = definePage<Since>({
  async read(sources, request) {
    const { store, isOlder } = sources;
    const name = `satchel-seen-${createHash('sha256').update(store.path).digest('hex').slice(0, 12)}`;
    const chosen = choosePair(store.snapshots(), cookieOf(request.http, name));
    if (chosen === undefined) {
      return { changes: null, isKnown: false, isSeen: false, cookie: undefined };
    }
    const { pair, isKnown, isSeen } = chosen;
    return {
      changes: await readChanges(sources, request, pair),
      isKnown,
      isSeen,
      cookie: isOlder
        ? undefined
        : `${name}=${pair.from.id}.${pair.to.id}; Path=/; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Lax`,
    };
  },
  show({ changes, isKnown, isSeen, cookie }, frame) {
    const title = 'Since you last looked';
    if (changes === null) {
      return {
        title,
        main: html`<h1>${title}</h1>${emptyNote('Once a second archive of the same repositories is loaded, this page shows what it changed.')}`,
      };
    }
    const view = showChanges(changes, frame, {
      title,
      note: noteOf({ isKnown, isSeen }, changes),
      isFolded: isSeen,
    });
    return { ...view, cookie };
  },
});

const YEAR_SECONDS = 365 * 24 * 60 * 60;

function cookieOf({ headers }: Request, name: string): string | undefined {
  const all = (headers.get('cookie') ?? '').split(/;\s*/);
  return all.find((one) => one.startsWith(`${name}=`))?.slice(name.length + 1);
}

export interface ChosenPair {
  readonly pair: SnapshotPair;
  readonly isKnown: boolean;
  readonly isSeen: boolean;
}

/** Chooses the snapshots to compare from what a browser remembers: `FROM.TO`, the pair that it was shown last. */
export function choosePair(snapshots: readonly Snapshot[], seen: string | undefined): ChosenPair | undefined {
  const [before, newest] = snapshots.slice(-2);
  if (before === undefined || newest === undefined) {
    return undefined;
  }
  const [from, to] = (seen ?? '').split('.').map((text) => snapshots.find(({ id }) => String(id) === text));
  if (to === undefined) {
    return { pair: { from: before, to: newest }, isKnown: false, isSeen: false };
  }
  return to.id === newest.id
    ? { pair: { from: from ?? before, to: newest }, isKnown: true, isSeen: true }
    : { pair: { from: to, to: newest }, isKnown: true, isSeen: false };
}

function noteOf({ isKnown, isSeen }: Pick<Since, 'isKnown' | 'isSeen'>, { to, from }: Changes): Markup {
  const at = ({ takenAt, id, name }: Changes['from']) =>
    takenAt === null ? html`snapshot ${id}` : html`<time datetime="${takenAt}">${name}</time>`;
  if (!isKnown) {
    return html`<p>This is your first visit in this browser, so this shows what the newest snapshot changed. Next time it will show only what is new.</p>`;
  }
  return isSeen
    ? html`<p>Nothing new since ${at(to)}.</p>`
    : html`<p>The last time you looked, the newest snapshot was that of ${at(from)}.</p>`;
}
