import type { MarkdownIt, StateInline } from 'markdown-it';

const TILDE = 126;

/** What markdown-it compares of delimiters: a run of two never ends one of one. */
const MARKERS = [0, TILDE, TILDE * 1_000] as const;

/** Strikes text between one or two tildes (GitHub Flavored Markdown 0.29, section 6.5); markdown-it wants two. */
export function strikethrough(md: MarkdownIt): void {
  md.inline.ruler.at('strikethrough', (state, isSilent) => {
    if (isSilent || state.src.charCodeAt(state.pos) !== TILDE) {
      return false;
    }
    const { length, can_open, can_close } = state.scanDelims(state.pos, true);
    state.push('text', '', 0).content = '~'.repeat(length);
    const marker = MARKERS[length];
    if (marker !== undefined) {
      const token = state.tokens.length - 1;
      // The length 0 switches off a rule for runs of `*`, whose parts can be delimiters.
      state.delimiters.push({ marker, length: 0, token, end: -1, open: can_open, close: can_close });
    }
    state.pos += length;
    return true;
  });
  md.inline.ruler2.at('strikethrough', (state) => {
    for (const delimiters of [state.delimiters, ...state.tokens_meta.map((meta) => meta?.delimiters ?? [])]) {
      strike(state, delimiters);
    }
    return true;
  });
}

function strike({ tokens }: StateInline, delimiters: StateInline['delimiters']): void {
  for (const { marker, token, end } of delimiters) {
    const closer = delimiters[end];
    if ((marker === MARKERS[1] || marker === MARKERS[2]) && closer !== undefined) {
      for (const [index, type, nesting] of [
        [token, 's_open', 1],
        [closer.token, 's_close', -1],
      ] as const) {
        const made = tokens[index];
        if (made !== undefined) {
          Object.assign(made, { type, nesting, tag: 's', markup: made.content, content: '' });
        }
      }
    }
  }
}
