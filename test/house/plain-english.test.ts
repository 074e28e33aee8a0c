import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { readTree } from './house-rules.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** What a native speaker would read twice, and what to write instead. */
const IDIOMS: readonly (readonly [pattern: RegExp, better: string])[] = [
  [/(?<!\bthere )\b(?:is|are|was|were) no (?!longer|more|less|larger|older|later)\w/i, 'is not a'],
  [/(?<!\bthere )\b(?:is|are|was|were) none\b/i, 'is not one, is invalid'],
  [/\bso (?:many|much)\b/i, 'N, at most, this many'],
  [/(?<!--)\bnobody\b/i, 'no one, or the passive'],
  [/\bwhoever\b/i, 'anyone who'],
  [/\bbeside\b/i, 'next to, besides'],
  [/\b(?:go|goes|put|comes?|on) behind\b/i, 'after'],
  [/\b(?:tells|told)\b/i, 'shows, reports, sent'],
  [/\bhears? of\b/i, 'is notified of'],
  [/\bstands?\b(?!-in| for\b)/i, 'is'],
  [/\bthe own\b/i, 'your own'],
  [/\b(?:go|goes|going|gone|went) on\b/i, 'continue, resume'],
  [/\b(?:break|breaks|broke|broken|breaking) off\b/i, 'is truncated, is interrupted'],
  [/\banew\b/i, 'again'],
  [/\bfor ever\b/i, 'forever'],
  [/\bits kin\b/i, 'and the like'],
  [/\bare to come\b/i, 'are needed'],
  [/\bno more\b(?! than)/i, 'no longer'],
  [/\bvouch/i, 'check'],
  [/\bmakes no sense\b/i, 'is invalid'],
];

/** Rooms of which strings are world and answers of the stand-in service, not the program's own words. */
const OTHER_WORDS = /^src\/sandbox\//;

/** Every text of several words in the strings of a file; keywords of events and SQL names are single words. */
function textsOf(path: string, source: string): readonly string[] {
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
      return;
    }
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
      texts.push(node.text);
    } else if (ts.isTemplateExpression(node)) {
      texts.push([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…'));
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, source, ts.ScriptTarget.Latest));
  return texts.filter((text) => /\S\s+\S/.test(text) && !/\b(?:SELECT|WITH)\b/.test(text));
}

function faultsIn(place: string, text: string): readonly string[] {
  return IDIOMS.filter(([pattern]) => pattern.test(text)).map(
    ([pattern, better]) => `${place}: "${pattern.exec(text)?.[0]}" in "${text.trim()}": ${better}`,
  );
}

it('says in plain English what people read of the program', () => {
  const tree = [...readTree(ROOT, 'src')].filter(([path]) => !OTHER_WORDS.test(path));
  const faults = tree.flatMap(([path, source]) =>
    textsOf(path, source).flatMap((text) => faultsIn(path, text)),
  );
  expect(faults).toEqual([]);
});

it('says in plain English what people read in the README', () => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const written = readme.replaceAll(/<!-- part (\S+) -->[\s\S]*?<!-- end \1 -->/g, ''); // The rest comes from the code.
  expect(written.split('\n').flatMap((line) => faultsIn('README.md', line))).toEqual([]);
});
