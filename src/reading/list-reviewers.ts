import type { Thread } from './thread.ts';

/** Someone who reviewed a pull request, or was asked to. */
export interface Reviewer {
  /** A login, or the url of a team. */
  readonly name: string;
  /** What they said last; null if they have not reviewed it. A comment does not take back a verdict. */
  readonly verdict: string | null;
  /** The url of the review that says so. */
  readonly url: string | null;
  /** Whether a review of theirs is still asked for. */
  readonly isRequested: boolean;
}

/** The reviewers of a pull request in the order of their last verdicts, then those who were only asked. */
export function listReviewers({ author, timeline, pullRequest }: Thread): readonly Reviewer[] {
  const requested = new Set(pullRequest?.reviewers);
  const found = new Map<string, Reviewer>();
  for (const entry of timeline) {
    if (entry.kind !== 'review' || entry.author === null || entry.author === author) {
      continue;
    }
    const name = entry.author;
    const verdict = entry.state ?? 'commented';
    if (verdict !== 'commented' || !found.has(name)) {
      found.delete(name);
      found.set(name, { name, verdict, url: entry.url, isRequested: requested.has(name) });
    }
  }
  const asked = [...requested].filter((name) => !found.has(name));
  return [...found.values(), ...asked.map((name) => ({ name, verdict: null, url: null, isRequested: true }))];
}

/** The urls that events of a thread linked, and none has unlinked since. */
export function listLinked({ timeline }: Thread): readonly string[] {
  const linked = new Set<string>();
  for (const entry of timeline) {
    if (entry.kind === 'event' && entry.subject_url !== null) {
      if (entry.event === 'connected') {
        linked.add(entry.subject_url);
      } else if (entry.event === 'disconnected') {
        linked.delete(entry.subject_url);
      }
    }
  }
  return [...linked];
}
