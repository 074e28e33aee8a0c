import type { Links, MarkdownContext } from '../frame.ts';

/** Where a text stands, and where its references lead. */
export interface MarkdownPlace extends MarkdownContext {
  readonly links: Links;
  /** Another word for every state of the store: what is rendered is kept as long as it holds. */
  readonly state: string;
}
