import { createRequire } from 'node:module';

interface Element {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
}

interface ParsedHtml {
  readonly elements: readonly Element[];
  readonly text: string;
  /** Whether elements are properly nested and closed, so that they do not affect what follows. */
  readonly isBalanced: boolean;
}

interface ParserModule {
  readonly Parser: new (handler: object, options: object) => { write(html: string): void; end(): void };
}

const VOID_TAGS: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'input', 'wbr']);

/** Parses HTML with the tag and attribute names that browsers use. */
export function parseHtml(html: string): ParsedHtml {
  const fromSanitizer = createRequire(createRequire(import.meta.url).resolve('sanitize-html'));
  const { Parser }: ParserModule = fromSanitizer('htmlparser2');
  const elements: Element[] = [];
  let text = '';
  const parser = new Parser(
    {
      onopentag: (tag: string, attributes: Readonly<Record<string, string>>) =>
        elements.push({ tag, attributes: { ...attributes } }),
      ontext: (part: string) => {
        text += part;
      },
    },
    { decodeEntities: true },
  );
  parser.write(html);
  parser.end();
  return { elements, text, isBalanced: isBalanced(html) };
}

function isBalanced(html: string): boolean {
  const open: string[] = [];
  for (const [, slash, tag = ''] of html.matchAll(/<(\/?)([a-z][a-z\d]*)\b[^>]*>/g)) {
    if (slash === '/') {
      if (open.pop() !== tag) {
        return false;
      }
    } else if (!VOID_TAGS.has(tag)) {
      open.push(tag);
    }
  }
  return open.length === 0;
}
