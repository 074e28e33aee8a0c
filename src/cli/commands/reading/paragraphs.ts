import { formatMarkdown, type MarkdownLayout } from '../../render/markdown/format-markdown.ts';
import { formatWords, indent, narrow } from '../../render/markdown/text-layout.ts';

/** The layout of something to read in the terminal. */
export interface ReadingLayout extends MarkdownLayout {
  /** The current time, in milliseconds since the epoch. */
  readonly nowMs: number;
  /** The url of the comment that the user's argument points to. */
  readonly anchorUrl: string | undefined;
  /** Whether to show everything, regardless of its length. */
  readonly hasAll: boolean;
}

/** Joins paragraphs with blank lines; empty ones are omitted. */
export function joinParagraphs(paragraphs: readonly (readonly string[])[]): string {
  const shown = paragraphs.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
  return `${shown.join('\n\n')}\n`;
}

/** One line for each fact that is known. */
export function formatFacts(
  facts: readonly (readonly [name: string, value: string])[],
  layout: ReadingLayout,
): readonly string[] {
  return facts.flatMap(([name, value]) =>
    value === ''
      ? []
      : formatWords(
          [
            { text: `${name}: `, styles: ['dim'] },
            { text: value, styles: [] },
          ],
          layout,
        ),
  );
}

/** Formats texts in Markdown, indented and each by itself: what one leaves open does not reach the next. */
export function formatTexts(texts: readonly string[], layout: ReadingLayout): readonly string[] {
  const inner = narrow(layout, 2);
  return texts
    .map((text) => indent(formatMarkdown(text, inner), '  '))
    .filter((lines) => lines.length > 0)
    .flatMap((lines, index) => (index === 0 ? lines : ['', ...lines]));
}
