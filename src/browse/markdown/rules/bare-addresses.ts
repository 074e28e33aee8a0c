import type { MarkdownIt } from 'markdown-it';

/** Marks links whose text is their address, which print need not repeat. */
export function bareAddresses(md: MarkdownIt): void {
  md.core.ruler.push('satchel_bare_addresses', ({ tokens }) => {
    for (const { children } of tokens) {
      for (const [index, open] of (children ?? []).entries()) {
        const text = children?.[index + 1];
        const isShown =
          open.type === 'link_open' &&
          text?.type === 'text' &&
          children?.[index + 2]?.type === 'link_close' &&
          isAddressOf(text.content, String(open.attrGet('href') ?? ''));
        if (isShown) {
          open.attrJoin('class', 'bare-address');
        }
      }
    }
  });
}

function isAddressOf(text: string, href: string): boolean {
  return /^(?:https?|mailto):/.test(href) && withoutScheme(text) === withoutScheme(href);
}

function withoutScheme(address: string): string {
  return decoded(address)
    .replace(/^(?:https?:\/\/|mailto:)/, '')
    .replace(/\/$/, '');
}

function decoded(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address; // A percent sign that encodes nothing.
  }
}
