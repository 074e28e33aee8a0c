import { dayText } from '../base/day-text.ts';

/** An event that says that someone deleted a comment, though not which one. */
export interface Deletion {
  /** Login. */
  readonly actor: string | null;
  readonly at: string | null;
  /** The author of the comment; null if the event does not name one. */
  readonly author: string | null;
}

/**
 * The deletion of a comment: events of its thread that can be meant are told apart by the author of the comment. Undefined if none is
 * left, or several by different people.
 */
export function findDeletion(author: string | null, deletions: readonly Deletion[]): Deletion | undefined {
  const own = deletions.filter((one) => one.author === null || one.author === author);
  const [first] = own;
  return own.every(({ actor, at }) => actor === first?.actor && dayOf(at) === dayOf(first?.at))
    ? first
    : undefined;
}

function dayOf(at: string | null | undefined): string | undefined {
  return at?.slice(0, 10);
}

/** When something was deleted and, if that is known, by whom: `by mira on 31 May 2026`. */
export function deletedText({
  deletion,
  when,
}: {
  readonly deletion: Deletion | null;
  readonly when: string;
}): string {
  if (deletion === null) {
    return when;
  }
  const { actor, at } = deletion;
  return `by ${actor ?? 'ghost'}${at === null ? '' : ` on ${dayText(at)}`}`;
}
