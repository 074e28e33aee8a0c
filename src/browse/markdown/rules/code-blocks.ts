import type { MarkdownIt, Token } from 'markdown-it';
import { highlightCode } from '../../code/highlight-code.ts';

/** Colours fenced code and lets code and tables scroll, by keyboard too. */
export function codeBlocks(md: MarkdownIt): void {
  const { escapeHtml } = md.utils;
  const block = (token: Token, language: string) => {
    const code = highlightCode(token.content, language) ?? escapeHtml(token.content);
    const isSuggestion = language === 'suggestion';
    const title = isSuggestion ? '<p class="suggestion-title">Suggested change</p>' : '';
    return `${title}<pre class="code${isSuggestion ? ' suggestion' : ''}" tabindex="0"><code>${code}</code></pre>\n`;
  };
  md.renderer.rules['fence'] = (tokens, index) => {
    const token = tokens[index];
    const language = /^[^\s,{]+/.exec(md.utils.unescapeAll(token?.info ?? '').trim())?.[0] ?? '';
    return token === undefined ? '' : block(token, language.toLowerCase());
  };
  md.renderer.rules['code_block'] = (tokens, index) => {
    const token = tokens[index];
    return token === undefined ? '' : block(token, '');
  };
  md.renderer.rules['table_open'] = () => '<div class="table-scroll" tabindex="0"><table>\n';
  md.renderer.rules['table_close'] = () => '</table></div>\n';
  for (const cell of ['th', 'td']) {
    md.renderer.rules[`${cell}_open`] = (tokens, index) => {
      // A style attribute is what the policy of pages forbids.
      const align = /text-align:(left|center|right)/.exec(String(tokens[index]?.attrGet('style') ?? ''))?.[1];
      return align === undefined ? `<${cell}>` : `<${cell} align="${align}">`;
    };
  }
}
