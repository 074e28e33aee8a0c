import type { MarkdownIt } from 'markdown-it';

/** The elements that mark TeX until `drawMath` draws it; texts may write them, too, which has the same effect. */
export const MATH_CLASSES = { inline: 'math-inline', display: 'math-display' } as const;

/** Longer formulas are shown as source. */
export const MAX_MATH_CHARS = 4_000;

/** `$…$` as the service reads it: no space at its inner sides, and no digit after it, so that prices are not formulas. */
const INLINE = /^\$(?![\s$])((?:\\.|[^\\$\n])+)(?<!\s)\$(?![\d$\p{L}])/u;

/** The form for formulas with characters that mean something in Markdown. */
const QUOTED = /^\$`([^`]+)`\$/;

const DISPLAY = /^\$\$((?:\\[\s\S]|[^\\$])+)\$\$/;

/** Takes formulas out of the text before anything in them is read as Markdown: `$…$`, `$$…$$` and blocks of `math`. */
export function mathRules(md: MarkdownIt): void {
  md.inline.ruler.before('escape', 'satchel_math', (state, isSilent) => {
    if (state.src.charCodeAt(state.pos) !== DOLLAR || /[\w$\\]/.test(state.src[state.pos - 1] ?? '')) {
      return false;
    }
    const rest = state.src.slice(state.pos, state.pos + MAX_MATH_CHARS);
    const display = DISPLAY.exec(rest);
    const [whole, tex] = display ?? QUOTED.exec(rest) ?? INLINE.exec(rest) ?? [];
    if (whole === undefined || tex === undefined || tex.trim() === '') {
      return false;
    }
    if (!isSilent) {
      const token = state.push('satchel_math', '', 0);
      token.content = tex.trim();
      token.markup = display === null ? '$' : '$$';
    }
    state.pos += whole.length;
    return true;
  });
  md.block.ruler.before(
    'paragraph',
    'satchel_math_block',
    (state, startLine, endLine, isSilent) => {
      const first = lineAt(startLine);
      if (!first.startsWith('$$')) {
        return false;
      }
      let [line, text] = [startLine, first];
      while (text.indexOf('$$', 2) < 0) {
        line += 1;
        if (line >= endLine || lineAt(line).trim() === '' || text.length > MAX_MATH_CHARS) {
          return false;
        }
        text += `\n${lineAt(line)}`;
      }
      const tex = /^\$\$([\s\S]*?)\$\$\s*$/.exec(text)?.[1]?.trim();
      if (tex === undefined || tex === '') {
        return false;
      }
      if (!isSilent) {
        const token = state.push('satchel_math', '', 0);
        token.content = tex;
        token.markup = '$$';
        state.line = line + 1;
      }
      return true;

      function lineAt(index: number): string {
        const start = (state.bMarks[index] ?? 0) + (state.tShift[index] ?? 0);
        return state.src.slice(start, state.eMarks[index]);
      }
    },
    { alt: ['paragraph', 'blockquote', 'list'] },
  );
  md.renderer.rules['satchel_math'] = (tokens, index) => {
    const { content = '', markup, block = false } = tokens[index] ?? {};
    const name = MATH_CLASSES[markup === '$$' ? 'display' : 'inline'];
    const tag = block ? 'div' : 'span';
    return `<${tag} class="${name}">${md.utils.escapeHtml(content)}</${tag}>`;
  };
}

const DOLLAR = 36;
