import { html } from 'hono/html';
import type { Snapshot } from '../../../store/snapshot.ts';
import type { Markup } from '../../frame.ts';
import { definePage } from '../../page.ts';
import { readSeen, seenCookie } from '../../serve/seen-cookie.ts';
import { emptyNote } from '../../show/facts.ts';
import { snapshotsOfOwners } from '../../show/snapshot-names.ts';
import { showChanges } from './changes.ts';
import { type Changes, readChanges, type SnapshotPair } from './read-changes.ts';

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
 * What changed since this page was last opened in this browser, or since its first visit. A cookie keeps two snapshots: the
 * newest one at the last look, and the one that it was compared with, so that the page stays the same until something is loaded.
 */
export const since = definePage<Since>({
  async read(sources, request) {
    const chosen = choosePair(snapshotsOfOwners(sources), readSeen(sources, request.http));
    if (chosen === undefined) {
      return { changes: null, isKnown: false, isSeen: false, cookie: undefined };
    }
    const { pair, isKnown, isSeen } = chosen;
    return {
      changes: await readChanges(sources, request, pair),
      isKnown,
      isSeen,
      cookie: seenCookie(sources, `${pair.from.id}.${pair.to.id}`),
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

export interface ChosenPair {
  readonly pair: SnapshotPair;
  readonly isKnown: boolean;
  readonly isSeen: boolean;
}

/** Chooses the snapshots to compare from what a browser remembers: the pair that it was shown last, or its first visit. */
export function choosePair(snapshots: readonly Snapshot[], seen: string | undefined): ChosenPair | undefined {
  const [before, newest] = snapshots.slice(-2);
  if (before === undefined || newest === undefined) {
    return undefined;
  }
  const [from, to] = (seen ?? '').split('.').map((text) => snapshots.find(({ id }) => String(id) === text));
  const isFirstVisit = seen?.startsWith('.') === true;
  if (to === undefined || (isFirstVisit && to.id === newest.id)) {
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
    return html`<p>This browser shows changes for the first time: this is what the newest snapshot changed. Next time, only what is new is shown.</p>`;
  }
  return isSeen
    ? html`<p>Nothing new since ${at(to)}.</p>`
    : html`<p>When you last opened this page, or first used this reader, the newest snapshot was that of ${at(from)}.</p>`;
}
