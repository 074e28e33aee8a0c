import type { MarkdownIt, Token } from 'markdown-it';

/** The kinds of alerts, with the words above them. */
const TITLES: Readonly<Record<string, string>> = {
  NOTE: 'Note',
  TIP: 'Tip',
  IMPORTANT: 'Important',
  WARNING: 'Warning',
  CAUTION: 'Caution',
};

const MARKER = /^\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\][ \t]*$/i;

/** Makes alerts of quotes that begin with a line like `[!NOTE]`. */
export function alerts(md: MarkdownIt): void {
  md.core.ruler.after('inline', 'satchel_alerts', ({ tokens, Token }) => {
    for (const [index, token] of tokens.entries()) {
      const inline = tokens[index + 2];
      const children = inline?.type === 'inline' ? (inline.children ?? []) : [];
      const [, marker] = MARKER.exec(children[0]?.content ?? '') ?? [];
      const isAlone = children[1] === undefined || /break$/.test(children[1].type);
      if (token.type === 'blockquote_open' && marker !== undefined && inline !== undefined && isAlone) {
        const kind = marker.toUpperCase();
        const title = new Token('html_block', '', 0);
        title.content = `<p class="alert-title">${TITLES[kind] ?? kind}</p>`;
        retag(tokens, index, kind.toLowerCase());
        inline.children = children.slice(2);
        inline.content = '';
        tokens.splice(index + 1, 0, title);
      }
    }
  });
}

function retag(tokens: readonly Token[], start: number, kind: string): void {
  const open = tokens[start];
  const close = tokens
    .slice(start)
    .find(({ type, level }) => type === 'blockquote_close' && level === open?.level);
  for (const token of [open, close]) {
    if (token !== undefined) {
      token.tag = 'div';
    }
  }
  open?.attrSet('class', `alert alert-${kind}`);
}
