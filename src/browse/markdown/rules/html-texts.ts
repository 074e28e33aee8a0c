import { createRequire } from 'node:module';
import type { MarkdownIt, StateCore, Token } from 'markdown-it';

/**
 * Separates the words in blocks of HTML from their tags, so that the rules for references, emoji and headings find them:
 * the service applies these to HTML, whatever it was made of. Code in HTML stays as it is.
 */
export function htmlTexts(md: MarkdownIt): void {
  md.core.ruler.before('emoji', 'satchel_html_texts', (state) => {
    for (const token of state.tokens) {
      if (token.type === 'html_block') {
        token.type = 'inline';
        token.children = separate(token.content, state);
      }
    }
  });
}

const CODE: ReadonlySet<string> = new Set(['code', 'pre', 'tt']);

function separate(html: string, state: StateCore): Token[] {
  const { Parser }: typeof import('htmlparser2') = createRequire(import.meta.url)('htmlparser2');
  const made: Token[] = [];
  let [end, codeDepth] = [0, 0];
  const add = (type: 'text' | 'html_inline', content: string) => {
    const token = new state.Token(type, '', 0);
    token.content = content;
    made.push(token);
  };
  const addTags = (tags: string) => {
    for (const tag of tags.split(/(?=<)/)) {
      add('html_inline', tag);
    }
  };
  const parser = new Parser({
    onopentagname: (name) => {
      codeDepth += Number(CODE.has(name));
    },
    onclosetag: (name) => {
      codeDepth -= Number(CODE.has(name));
    },
    ontext: (text) => {
      if (codeDepth === 0) {
        addTags(html.slice(end, parser.startIndex));
        add('text', text);
        end = parser.endIndex + 1;
      }
    },
  });
  parser.end(html);
  addTags(html.slice(end));
  return made;
}
