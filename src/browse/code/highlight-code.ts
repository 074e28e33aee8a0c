import { createRequire } from 'node:module';
import { LANGUAGE_OF_ENDING, LANGUAGE_OF_NAME, PLAIN_LANGUAGES } from './languages.table.ts';

/** Code beyond either is shown without colours: some grammars take the square of its length. */
export const HIGHLIGHT_LIMITS = { chars: 256 * 1024, lineChars: 2_000 } as const;

/** Code in a language, which may be the end of a file name. */
export interface CodePiece {
  readonly code: string;
  readonly language: string;
}

/** Languages beyond the highlighter's common set that repositories often hold. */
const MORE_LANGUAGES = [
  'dockerfile',
  'nginx',
  'powershell',
  'protobuf',
  'haskell',
  'elixir',
  'scala',
  'dart',
  'latex',
] as const;

/** HTML of code with spans of the classes `hljs-*`; undefined where it is shown as it is. */
export function highlightCode(code: string, language: string): string | undefined {
  if (PLAIN_LANGUAGES.has(language) || code.length > HIGHLIGHT_LIMITS.chars || hasLongLine(code)) {
    return undefined;
  }
  const highlighter = loadHighlighter();
  const name = LANGUAGE_OF_ENDING.get(language) ?? language;
  if (highlighter.getLanguage(name) === undefined) {
    return undefined;
  }
  const lines = code.split('\n');
  const isKept = lines.map((line, index) => line.trim() !== '' || lines[index - 1]?.trim() !== '');
  const html = highlighter
    .highlight(lines.filter((_, index) => isKept[index]).join('\n'), { language: name, ignoreIllegals: true })
    .value.split('\n');
  // Grammars that look for the first word of a line walk over all empty lines before it, from each of them anew.
  let next = 0;
  return lines.map((line, index) => (isKept[index] ? html[next++] : line)).join('\n');
}

/** The name of the language of a file. */
export function languageOfPath(path: string): string {
  const name = (path.split('/').at(-1) ?? '').toLowerCase();
  return LANGUAGE_OF_NAME.get(name) ?? name.slice(name.lastIndexOf('.') + 1);
}

/** HTML of each line of code, whole by itself: spans that reach over lines are closed and opened again. */
export function highlightLines(code: string, language: string): readonly string[] | undefined {
  const html = highlightCode(code, language);
  if (html === undefined) {
    return undefined;
  }
  let open: string[] = [];
  return html.split('\n').map((line) => {
    const before = open.join('');
    for (const [tag] of line.matchAll(/<span[^>]*>|<\/span>/g)) {
      open = tag === '</span>' ? open.slice(0, -1) : [...open, tag];
    }
    return `${before}${line}${'</span>'.repeat(open.length)}`;
  });
}

function hasLongLine(code: string): boolean {
  return code.split('\n').some((line) => line.length > HIGHLIGHT_LIMITS.lineChars);
}

/** What is used of highlight.js; its own types would bring those of a browser into every file. */
interface Highlighter {
  highlight(
    code: string,
    options: { readonly language: string; readonly ignoreIllegals: boolean },
  ): { readonly value: string };
  getLanguage(name: string): object | undefined;
  registerLanguage(name: string, grammar: unknown): void;
}

/** Loaded with the first code: its grammars take a tenth of a second. Node keeps what was loaded. */
function loadHighlighter(): Highlighter {
  const require = createRequire(import.meta.url);
  const highlighter: Highlighter = require('highlight.js/lib/common');
  for (const name of MORE_LANGUAGES) {
    if (highlighter.getLanguage(name) === undefined) {
      highlighter.registerLanguage(name, require(`highlight.js/lib/languages/${name}`));
    }
  }
  return highlighter;
}
