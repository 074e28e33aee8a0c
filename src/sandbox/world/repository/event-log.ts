import type { IdSource } from '../id-source.ts';
import type { EventDetail, ThreadEvent } from '../thread-events.ts';
import { formatSeconds, SECOND_MS } from '../timestamps.ts';

/** Collects the events of one thread, in any order. */
export interface EventLog {
  /** An `actor` of null stands for a deleted account. */
  add(timeMs: number, actor: string | null, detail: EventDetail): void;
  /** Whoever a text mentions is told, and follows the thread from then on. */
  addMentions(timeMs: number, text: string | null): void;
  /** All events in the order of time, none later than `latestMs`. */
  finish(latestMs: number): readonly ThreadEvent[];
}

/** Creates the log of one thread; only logins of `mentionable` count as mentions. */
export function createEventLog(ids: IdSource, mentionable: ReadonlySet<string>): EventLog {
  const drafts: { readonly timeMs: number; readonly actor: string | null; readonly detail: EventDetail }[] =
    [];
  const followers = new Set<string>();

  function add(timeMs: number, actor: string | null, detail: EventDetail): void {
    drafts.push({ timeMs, actor, detail });
  }

  return {
    add,
    addMentions(timeMs, text) {
      for (const [, login = ''] of (text ?? '').matchAll(/(?<![\w`/])@([A-Za-z\d][A-Za-z\d-]*)/g)) {
        if (mentionable.has(login)) {
          add(timeMs, login, { event: 'mentioned' });
        }
        if (mentionable.has(login) && !followers.has(login)) {
          followers.add(login);
          add(timeMs, login, { event: 'subscribed' });
        }
      }
    },
    finish: (latestMs) =>
      drafts
        .map((draft) => ({ ...draft, timeMs: Math.min(draft.timeMs, latestMs - SECOND_MS) }))
        .toSorted((a, b) => a.timeMs - b.timeMs)
        .map(({ timeMs, actor, detail }) => ({
          id: ids('event', timeMs),
          actor,
          createdAt: formatSeconds(timeMs),
          ...detail,
        })),
  };
}
