/** A page, or a text that completes a search. */
export interface Suggestion {
  readonly title: string;
  /** The path of the page; a search if it completes one. */
  readonly href: string;
  /** What it is, and where; empty for the reader's own pages. */
  readonly where: string;
  /** A drawing of its kind and state, as markup; absent for pages without a state. */
  readonly sign?: string;
  /** Whether it is what was typed, and not just like it: the search box chooses it beforehand. */
  readonly isExact?: boolean;
  /** Whether a search finds it by its title anyway. */
  readonly isResult?: boolean;
  /** What the search box contains if it is chosen; absent for pages. */
  readonly completed?: string;
}
