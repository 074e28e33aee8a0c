import type { Paint } from '../painter.ts';

/** How Markdown is laid out. */
export interface MarkdownLayout {
  /** Columns that a line may take; undefined where nobody looks at a terminal. */
  readonly widthColumns: number | undefined;
  readonly paint: Paint;
}
