import { terminalText } from '../../../base/index.ts';
import { cutText } from './cut-text.ts';
import { formatDiff } from './format-diff.ts';
import { formatMarkdownTable } from './format-markdown-table.ts';
import type { MarkdownLayout } from './markdown-layout.ts';
import { type Block, type ListItem, parseBlocks } from './parse-blocks.ts';
import { parseSpans } from './parse-spans.ts';
import type { Span } from './span.ts';
import { wrapSpans } from './wrap-spans.ts';

const MIN_COLUMNS = 20;
const CODE_INDENT = '    ';

/** Markdown that somebody wrote as lines for a terminal. Nothing in it can steer the terminal. */
export function formatMarkdown(text: string, layout: MarkdownLayout): readonly string[] {
  return formatBlocks(parseBlocks(terminalText(text)), layout);
}

/** One sentence of Markdown, such as that of an event. */
export function formatMarkdownSentence(text: string, layout: MarkdownLayout): readonly string[] {
  return formatWords(parseSpans(terminalText(text).replaceAll('\n', ' ')), layout);
}

function formatBlocks(blocks: readonly Block[], layout: MarkdownLayout): readonly string[] {
  return blocks
    .map((block) => formatBlock(block, layout))
    .filter((lines) => lines.some((line) => line !== '')) // Of lone tags of HTML nothing is left.
    .flatMap((lines, index) => [...(index === 0 ? [] : ['']), ...lines]);
}

function formatBlock(block: Block, layout: MarkdownLayout): readonly string[] {
  const { paint, widthColumns } = layout;
  switch (block.kind) {
    case 'paragraph':
      return formatWords(parseSpans(block.text), layout);
    case 'heading':
      return formatWords(
        parseSpans(`${block.text}`, ['bold', ...(block.level === 1 ? (['underline'] as const) : [])]),
        layout,
      );
    case 'code':
      return formatCode(block, layout);
    case 'quote':
      return indent(formatBlocks(block.blocks, narrow(layout, 2)), paint(['dim'], '│ '));
    case 'list':
      return block.items.flatMap((item, index) => [
        ...(index > 0 && block.isLoose ? [''] : []),
        ...formatItem(item, markerWidth(block.items), layout),
      ]);
    case 'table':
      return formatMarkdownTable(block, layout);
    case 'rule':
      return [paint(['dim'], '─'.repeat(Math.min(widthColumns ?? 40, 40)))];
  }
}

/** Puts the same in front of every line. */
export function indent(lines: readonly string[], prefix: string): readonly string[] {
  return lines.map((line) => (line === '' ? prefix.trimEnd() : `${prefix}${line}`));
}

/** The same with so many columns less, which stand to the left. */
export function narrow<Layout extends MarkdownLayout>(layout: Layout, columns: number): Layout {
  const { widthColumns } = layout;
  return widthColumns === undefined
    ? layout
    : { ...layout, widthColumns: Math.max(MIN_COLUMNS, widthColumns - columns) };
}

function formatCode(
  { language, lines }: Extract<Block, { kind: 'code' }>,
  layout: MarkdownLayout,
): readonly string[] {
  const { paint } = layout;
  const inner = narrow(layout, CODE_INDENT.length);
  const isDiff = language === 'diff' || language === 'patch';
  const shown = isDiff
    ? formatDiff(lines, inner)
    : lines.flatMap((line) => cutText(line, inner.widthColumns).map((part) => paint(['cyan'], part)));
  const head = language === 'suggestion' ? [paint(['dim'], 'Suggested change:')] : [];
  return [...head, ...indent(shown, CODE_INDENT)];
}

function markerWidth(items: readonly ListItem[]): number {
  return Math.max(...items.map(({ marker }) => marker.length));
}

function formatItem({ marker, blocks }: ListItem, width: number, layout: MarkdownLayout): readonly string[] {
  const lines = formatItemBlocks(blocks, narrow(layout, width + 1));
  const [first = '', ...rest] = lines;
  return [`${marker.padStart(width)} ${first}`.trimEnd(), ...indent(rest, ' '.repeat(width + 1))];
}

/** A list stands right below the words of its item. */
function formatItemBlocks(blocks: readonly Block[], layout: MarkdownLayout): readonly string[] {
  return blocks.flatMap((block, index) => {
    const isClose = index === 0 || block.kind === 'list';
    return [...(isClose ? [] : ['']), ...formatBlock(block, layout)];
  });
}

/** Spans, which must be safe already, as painted lines that fit. */
export function formatWords(
  spans: readonly Span[],
  { widthColumns, paint }: MarkdownLayout,
): readonly string[] {
  return wrapSpans(spans, widthColumns).map((line) =>
    line.map(({ text, styles }) => paint(styles, text)).join(''),
  );
}
