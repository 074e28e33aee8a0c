import { createRequire } from 'node:module';
import { LANGUAGE_OF_ENDING, LANGUAGE_OF_NAME, PLAIN_LANGUAGES } from './languages.table.ts';

/** Longer code is shown without highlighting, because some grammars take quadratic time. */
export const HIGHLIGHT_LIMITS = { chars: 256 * 1024, lineChars: 2_000 } as const;

/** Code and its language or file extension. */
export interface CodePiece {
  readonly code: string;
  readonly language: string;
}

/** Highlights code as HTML with `hljs-*` classes; undefined if it should be shown without highlighting. */
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
  // Repeated empty lines are not highlighted: some grammars scan them again from each one for the first word of a line.
  let next = 0;
  return lines.map((line, index) => (isKept[index] ? html[next++] : line)).join('\n');
}

/** The language of a file. */
export function languageOfPath(path: string): string {
  const name = (path.split('/').at(-1) ?? '').toLowerCase();
  return LANGUAGE_OF_NAME.get(name) ?? name.slice(name.lastIndexOf('.') + 1);
}

/** Highlights code line by line. Each line is well-formed: spans across lines are closed and opened again. */
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

/** The used part of highlight.js; its own types would add browser types to every file. */
interface Highlighter {
  highlight(
    code: string,
    options: { readonly language: string; readonly ignoreIllegals: boolean },
  ): { readonly value: string };
  getLanguage(name: string): object | undefined;
  registerLanguage(name: string, grammar: unknown): void;
}

/** Loads the highlighter on first use, because its grammars take a tenth of a second. Node caches the module. */
function loadHighlighter(): Highlighter {
  const require = createRequire(import.meta.url);
  const highlighter: Highlighter = require('highlight.js/lib/common');
  // Common languages outside of the highlighter's common set. The build bundles what is named here.
  const more: Readonly<Record<string, unknown>> = {
    dockerfile: require('highlight.js/lib/languages/dockerfile'),
    nginx: require('highlight.js/lib/languages/nginx'),
    powershell: require('highlight.js/lib/languages/powershell'),
    protobuf: require('highlight.js/lib/languages/protobuf'),
    haskell: require('highlight.js/lib/languages/haskell'),
    elixir: require('highlight.js/lib/languages/elixir'),
    scala: require('highlight.js/lib/languages/scala'),
    dart: require('highlight.js/lib/languages/dart'),
    latex: require('highlight.js/lib/languages/latex'),
  };
  for (const [name, grammar] of Object.entries(more)) {
    if (highlighter.getLanguage(name) === undefined) {
      highlighter.registerLanguage(name, grammar);
    }
  }
  return highlighter;
}
