import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The documents for users: the README and everything in `docs`. */
export function readDocuments(): ReadonlyMap<string, string> {
  const paths = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => `docs/${path.replaceAll('\\', '/')}`)
    .sort();
  return new Map(['README.md', ...paths].map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]));
}

/** The Satchel commands in a text: in lines of code blocks, and between backticks. */
export function commandLinesIn(text: string): readonly string[] {
  const blocks = [...text.matchAll(/```(?:sh|console|ini|yaml)\n([\s\S]*?)```/g)].map(
    ([, code = '']) => code,
  );
  const lines = blocks.flatMap((code) =>
    code
      .replaceAll('\\\n', ' ')
      .split('\n')
      .flatMap((line) => /(?:^\s*(?:\$ )?|&& |\| |run: |\w=\S+ )(satchel [^#|]*)/.exec(line)?.[1] ?? []),
  );
  const spans = [...text.matchAll(/(?<!`)`(satchel [^`\n]*)`/g)].map(([, span = '']) => span);
  return [...lines, ...spans].map((line) => line.replace(/ (?:&&|>|<|2>) .*/, '').trim());
}

/** Splits a command line like a shell, as far as the documents need it. */
export function splitWords(line: string): readonly string[] {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    (match) => match[1] ?? match[2] ?? match[3] ?? '',
  );
}
