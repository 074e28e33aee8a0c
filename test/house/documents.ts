import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
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

export interface Link {
  readonly from: string;
  readonly path: string;
  readonly fragment: string;
}

/** Links of a document to other files and headings of this project, and its images, except those in code. */
export function linksOf(from: string, text: string): readonly Link[] {
  const prose = text.replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^()\s]+)\)|<[^>]* (?:src|srcset|href)="([^"]+)"/g)]
    .map(([, target, ofTag]) => target ?? ofTag ?? '')
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const [path = '', fragment = ''] = target.split('#');
      return { from, path: path === '' ? from : normalize(join(dirname(from), path)), fragment };
    });
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
