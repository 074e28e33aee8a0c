import { type Stateful, stateSign } from '../../show/badges.ts';

/** A page, or a text that completes a search. */
export interface Suggestion {
  readonly title: string;
  /** The path of the page; a search if it completes one. */
  readonly href: string;
  /** What it is, and where; empty for the reader's own pages. */
  readonly where: string;
  /** A drawing of its kind and state, as markup; absent for pages without a state. */
  readonly sign?: string;
  /** Whether it is what was typed, and not just like it: the search box chooses it beforehand. False if its name does not suffice. */
  readonly isExact?: boolean;
  /** Whether what was typed is the name of several, so that the search box chooses none of them. */
  readonly isOneOfMany?: boolean;
  /** Whether a search finds it by its title anyway. */
  readonly isResult?: boolean;
  /** What the search box contains if it is chosen; absent for pages. */
  readonly completed?: string;
}

export function signOf(thing: Stateful): Pick<Suggestion, 'sign'> {
  return { sign: String(stateSign(thing)) };
}

export function page(title: string, href: string, where: string): Suggestion {
  return { title, href, where };
}
