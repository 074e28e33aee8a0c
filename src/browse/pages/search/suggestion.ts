/** A page, or a text that completes a search. */
export interface Suggestion {
  readonly title: string;
  /** The path of the page; a search if it completes one. */
  readonly href: string;
  /** What it is, and where. */
  readonly where: string;
  /** What the search box contains if it is chosen; absent for pages. */
  readonly completed?: string;
}
