import { quoteText } from '../../base/index.ts';
import { wrongTemplate } from './template-failure.ts';

/** What is between `{{` and `}}`. */
export interface Action {
  /** As it is written. */
  readonly source: string;
  readonly tokens: readonly string[];
}

/** The start of an action, or a part of it whose first character says what it is; fields belong to their value. */
const TOKEN = new RegExp(
  [
    String.raw`\s+`,
    String.raw`"(?:[^"\\\n]|\\[^\n])*"|${'`[^`]*`'}`,
    String.raw`[-+]?(?:0[xX][\da-fA-F]+|(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?)(?![\p{L}\p{N}_])`,
    String.raw`(?:\$[\p{L}\p{N}_]*|\))(?:\.[\p{L}_][\p{L}\p{N}_]*)*`,
    String.raw`(?:\.[\p{L}_][\p{L}\p{N}_]*)+|\.`,
    String.raw`[\p{L}_][\p{L}\p{N}_]*`,
    ':=|[=|,(]',
  ].join('|'),
  'uy',
);

const COMMENT = /(?<=\{\{|\{\{-\s)\/\*.*?\*\//sy;
const END = /(?<trims>\s+-)?\}\}/y;

/** Splits a template of Go's `text/template` into texts and actions. `{{- ` and ` -}}` trim the text next to them. */
export function lexTemplate(template: string): readonly (string | Action)[] {
  const pieces: (string | Action)[] = [];
  let at = 0;
  let isTrimmed = false;
  for (;;) {
    const open = template.indexOf('{{', at);
    const text = template.slice(at, open === -1 ? undefined : open);
    const rest = isTrimmed ? text.trimStart() : text;
    const trims = open !== -1 && /^\{\{-\s/.test(template.slice(open, open + 4));
    pieces.push(trims ? rest.trimEnd() : rest);
    if (open === -1) {
      return pieces;
    }
    const tokens: string[] = [];
    at = open + (trims ? 4 : 2);
    at += matchAt(COMMENT, template, at)?.[0].length ?? 0;
    const isComment = template.slice(at - 2, at) === '*/';
    let end = matchAt(END, template, at);
    while (end === undefined) {
      const token = matchAt(TOKEN, template, at)?.[0];
      if (token === undefined) {
        const next = template.slice(at, at + 1);
        const problem = next === '' ? 'it has no "}}"' : `${quoteText(next)} is unexpected`;
        throw wrongTemplate(template.slice(open, at + 1), problem);
      }
      tokens.push(token);
      at += token.length;
      end = matchAt(END, template, at);
    }
    at += end[0].length;
    isTrimmed = end.groups?.['trims'] !== undefined;
    const action = {
      source: template.slice(open, at),
      tokens: tokens.filter((token) => token.trim() !== ''),
    };
    if (!isComment) {
      pieces.push(action);
    } else if (action.tokens.length > 0) {
      throw wrongTemplate(action.source, 'a comment must be alone');
    }
  }
}

/** The text of `"…"` with most escapes of Go, or of a raw text in backquotes. Undefined if an escape is unknown. */
export function literalText(token: string): string | undefined {
  if (token.startsWith('`')) {
    return token.slice(1, -1);
  }
  const json = token
    .replaceAll('\t', '\\t')
    .replaceAll(/\\(?:x([\da-f]{2})|.)/gisu, (sequence, byte?: string) =>
      byte === undefined ? sequence : `\\u00${byte}`,
    );
  try {
    return String(JSON.parse(json));
  } catch (error) {
    if (error instanceof SyntaxError) {
      return undefined;
    }
    throw error;
  }
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}
