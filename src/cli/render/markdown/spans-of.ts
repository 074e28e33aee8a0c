import type { Style } from '../painter.ts';
import { BLOCK_TAGS, styleOfTag } from './html-tags.ts';
import type { MarkdownElement, MarkdownNode } from './read-markdown.ts';
import type { Span } from './text-layout.ts';

/** The text of a paragraph, heading or cell with its styles. */
export function spansOf(nodes: readonly MarkdownNode[], styles: readonly Style[] = []): readonly Span[] {
  return nodes.flatMap((node) =>
    typeof node === 'string' ? [{ text: node, styles }] : spansOfElement(node, styles),
  );
}

function spansOfElement(element: MarkdownElement, styles: readonly Style[]): readonly Span[] {
  const { tag, attributes, children } = element;
  switch (tag) {
    case 'a':
      return linkSpans(element, styles);
    case 'img':
      return imageSpans(attributes, styles);
    case 'br':
    case 'input':
      return [{ text: textOf(element), styles }];
    default: {
      const style = styleOfTag(tag);
      const spans = spansOf(children, style === undefined ? styles : withStyle(styles, style));
      // A block in inline context, such as a list in a cell, gets lines of its own.
      return BLOCK_TAGS.has(tag) ? [...spans, { text: '\n', styles: [] }] : spans;
    }
  }
}

function withStyle(styles: readonly Style[], style: Style): readonly Style[] {
  return styles.includes(style) ? styles : [...styles, style];
}

/** The text of a link and its target, or only one of them if they are equal. */
function linkSpans({ attributes, children }: MarkdownElement, styles: readonly Style[]): readonly Span[] {
  const address = attributes['href'] ?? '';
  const words = children.map(textOf).join('').trim();
  const underlined = withStyle(styles, 'underline');
  const dim = withStyle(styles, 'dim');
  if (address === '') {
    return spansOf(children, styles);
  }
  if (words === '' && children.every((child) => typeof child === 'string' || child.tag !== 'img')) {
    return [{ text: address, styles: underlined, isWhole: true }];
  }
  if ([words, `mailto:${words}`, `http://${words}`].includes(address)) {
    return [{ text: words, styles: underlined, isWhole: true }];
  }
  return [
    ...spansOf(children, underlined),
    { text: ' (', styles: dim },
    { text: address, styles: dim, isWhole: true },
    { text: ')', styles: dim },
  ];
}

function imageSpans(
  { alt = '', src = '' }: Readonly<Record<string, string>>,
  styles: readonly Style[],
): readonly Span[] {
  const words = alt.trim();
  return [
    { text: `[image${words === '' ? '' : `: ${words}`}] `, styles: withStyle(styles, 'dim') },
    { text: src, styles: withStyle(styles, 'underline'), isWhole: true },
  ];
}

/** Removes line breaks at both ends, which only separate blocks. */
export function trimSpans(spans: readonly Span[]): readonly Span[] {
  const isWord = ({ text }: Span) => text.trim() !== '';
  return spans.slice(Math.max(0, spans.findIndex(isWord)), spans.findLastIndex(isWord) + 1);
}

/** The unformatted text of an element. */
export function textOf(node: MarkdownNode): string {
  if (typeof node === 'string') {
    return node;
  }
  const { tag, attributes, children } = node;
  if (tag === 'input') {
    return attributes['type'] !== 'checkbox' ? '' : attributes['checked'] === undefined ? '☐' : '☑';
  }
  return tag === 'br' ? '\n' : children.map(textOf).join('');
}
