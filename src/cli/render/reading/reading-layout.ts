import type { MarkdownLayout } from '../markdown/format-markdown.ts';

/** How people read something in the terminal. */
export interface ReadingLayout extends MarkdownLayout {
  /** The moment that ages count from, in milliseconds since the epoch. */
  readonly nowMs: number;
  /** The url of the comment that the reader's address points to. */
  readonly anchorUrl: string | undefined;
  /** Whether everything is shown, however long it is. */
  readonly hasAll: boolean;
}
