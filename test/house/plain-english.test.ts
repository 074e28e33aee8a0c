import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'rolldown/utils';
import { expect, it } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.table.ts';
import { withoutParts } from './docs-parts.ts';
import { ROOT, readDocuments } from './documents.ts';
import { readTree } from './house-rules.ts';

/** Expressions that a native speaker would read twice, and what to write instead. */
const IDIOMS: readonly (readonly [pattern: RegExp, better: string])[] = [
  [/(?<!\bthere )\b(?:is|are|was|were) no (?!longer|more|less|larger|older|later)\w/i, 'is not a'],
  [/(?<!\bthere )\b(?:is|are|was|were) none\b/i, 'is not one, is invalid'],
  [/\bso (?:many|much)\b/i, 'N, at most, this many'],
  [/(?<!--)\bnobody\b/i, 'no one, or the passive'],
  [/\bwhoever\b/i, 'anyone who'],
  [/\bbeside\b/i, 'next to, besides'],
  [/\b(?:go|goes|put|comes?|on) behind\b/i, 'after'],
  [/\b(?:tells|told)\b(?! apart)/i, 'shows, reports, sent'],
  [/\bhears? of\b/i, 'is notified of'],
  [/\bstands?\b(?!-in| in for\b| for\b)/i, 'is'],
  [/\bthe own\b/i, 'your own'],
  [/\b(?:go|goes|going|gone|went) on\b/i, 'continue, resume'],
  [/\b(?:break|breaks|broke|broken|breaking) off\b/i, 'is truncated, is interrupted'],
  [/\banew\b/i, 'again'],
  [/\bfor ever\b/i, 'forever'],
  [/\bits kin\b/i, 'and the like'],
  [/\bare to come\b/i, 'are needed'],
  [/\bno more\b(?! than| bytes| pages)/i, 'no longer'],
  [/\bvouch/i, 'check'],
  [/\bmakes no sense\b/i, 'is invalid'],
  [/\b(?:holds?|has|have) no (?:tar|gzip|JSON|UTF-8)\b/i, 'does not contain, is not'],
  [/\bunless given\b/i, '(default: …)'],
  [/\bbrought back\b/i, 'restored'],
  [/\bnames? no\b/i, 'does not name, is not'],
  [/\bwithout saying\b/i, 'without'],
  [/\bclimbs? out\b/i, 'points outside'],
  [/\bbreaks? (?:the|its) (?:own )?schema\b/i, 'violates'],
  [/\bCannot (?:tell|answer)\b/i, 'Cannot choose, find, run'],
  [/\bis made up for\b/i, 'is run later'],
  [/\bsomebody\b/i, 'someone'],
];

/** Rooms whose strings are data and responses of the stand-in service, not the program's own words. */
const OTHER_WORDS = /^src\/sandbox\//;

/**
 * All texts with several words in the strings of a file, except SQL; keywords and names are single words.
 *
 * @param skipped the members of objects whose texts do not count
 */
function textsOf(path: string, source: string, skipped?: string): readonly string[] {
  const texts: string[] = [];
  const modules = new Set<unknown>();
  let depth = 0;
  const isSkipped = ({ key }: { readonly key: object }) => 'name' in key && key.name === skipped;
  new Visitor({
    Property(node) {
      depth += isSkipped(node) ? 1 : 0;
    },
    'Property:exit'(node) {
      depth -= isSkipped(node) ? 1 : 0;
    },
    ImportDeclaration: ({ source }) => modules.add(source),
    ExportNamedDeclaration: ({ source }) => modules.add(source),
    ExportAllDeclaration: ({ source }) => modules.add(source),
    Literal: (node) => {
      if (typeof node.value === 'string' && !modules.has(node) && depth === 0) {
        texts.push(node.value);
      }
    },
    TemplateLiteral: ({ quasis }) => {
      if (depth === 0) {
        texts.push(quasis.map(({ value }) => value.cooked ?? value.raw).join('…'));
      }
    },
  }).visit(parseSync(path, source).program);
  return texts.filter((text) => /\S\s+\S/.test(text) && !/\b(?:SELECT|WITH)\b/.test(text));
}

function faultsIn(place: string, text: string): readonly string[] {
  return IDIOMS.filter(([pattern]) => pattern.test(text)).map(
    ([pattern, better]) => `${place}: "${pattern.exec(text)?.[0]}" in "${text.trim()}": ${better}`,
  );
}

it('uses plain English in the texts of the program', () => {
  const tree = [...readTree(ROOT, 'src')].filter(([path]) => !OTHER_WORDS.test(path));
  const faults = tree.flatMap(([path, source]) =>
    textsOf(path, source).flatMap((text) => faultsIn(path, text)),
  );
  expect(faults).toEqual([]);
});

/** Files whose texts are for people who have the command line: pages, and files that commands write. */
const FOR_PEOPLE: ReadonlySet<string> = new Set([
  ...['home', 'search/search', 'store/integrity', 'store/sql'].map((page) => `src/browse/pages/${page}.ts`),
  ...['src/browse/serve/guard-requests.ts', 'src/browse/start-browser.ts'],
  ...['src/config/starter-configuration.ts', 'src/lake/sql/write-views.ts', 'src/schedule/crontab.ts'],
]);

const COMMAND_NAMES = COMMANDS.map(({ name }) => name).join('|');
/** A flag, or a command; npm has flags too. */
const OF_COMMANDS = new RegExp(`(?<!npm.*)(?:^|[\\s"'(])--(?:[a-z]|…)|\\bsatchel (?:${COMMAND_NAMES})\\b`);
/** What is only a command is data, such as what holds a lock; git has flags, too. */
const IS_DATA = /^(?:satchel|diff) [\w\s-]+$|%\(/;

it('names flags and commands only at the command line, and in the hints for it', () => {
  const tree = [...readTree(ROOT, 'src')].filter(
    ([path]) => !/^src\/(?:cli|sandbox\/world)\/|style|sheet/.test(path) && !FOR_PEOPLE.has(path),
  );
  const hints = tree.filter(([, source]) => source.includes('commandHint:'));
  const faults = tree.flatMap(([path, source]) =>
    textsOf(path, source, 'commandHint').flatMap((text) =>
      OF_COMMANDS.test(text) && !IS_DATA.test(text)
        ? [`${path}: "${text}" is read by programs too: name flags in a commandHint`]
        : [],
    ),
  );
  expect(hints.length).toBeGreaterThan(20);
  expect(faults).toEqual([]);
});

/** Words of names that had to be decoded, and the terms that say the same. */
const NAME_WORDS: Readonly<Record<string, string>> = {
  asker: 'client, signal',
  asking: 'query, request',
  questions: 'queries',
  told: 'reported, sent',
  untold: 'unsent',
  telling: 'notification',
  news: 'report',
  shelf: 'list',
  placer: 'resolver',
  debts: 'owed',
  beside: 'next to',
  brought: 'loaded',
  rotten: 'corrupt',
  mended: 'repaired',
  farewell: 'shutdown',
  patience: 'timeout, wait',
  judging: 'check',
};

/** `keepUntold` and `MAX_UNTOLD` have the word "untold". */
function wordsOf(name: string): readonly string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
}

function namesOf(path: string, source: string): ReadonlySet<string> {
  const names = new Set([path]);
  new Visitor({
    Identifier: ({ name }) => void names.add(name),
    PrivateIdentifier: ({ name }) => void names.add(name),
  }).visit(parseSync(path, source).program);
  return names;
}

it('uses the terms of the trade in the names of files and of the code', () => {
  const tree = [...readTree(ROOT, 'src')].filter(([path]) => !OTHER_WORDS.test(path));
  const faults = tree.flatMap(([path, source]) =>
    [...namesOf(path, source)].flatMap((name) =>
      wordsOf(name)
        .filter((word) => Object.hasOwn(NAME_WORDS, word))
        .map((word) => `${path}: "${name}": ${NAME_WORDS[word]}`),
    ),
  );
  expect(faults).toEqual([]);
});

it('uses plain English in comments', () => {
  const faults = [...readTree(ROOT, 'src')].flatMap(([path, source]) =>
    parseSync(path, source).comments.flatMap(({ value }) =>
      faultsIn(path, value.replaceAll(/\s*\n \*\s*/g, ' ')),
    ),
  );
  expect(faults).toEqual([]);
});

/** The hand-written documents: generated parts are derived from the code. */
function writtenDocuments(): readonly (readonly [path: string, text: string])[] {
  const decisions = readdirSync(join(ROOT, 'src')).map((room) => `src/${room}/decisions.md`);
  const changes = readdirSync(join(ROOT, 'changelog')).map((name) => `changelog/${name}`);
  const others = [
    'ARCHITECTURE.md',
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    ...changes,
    ...decisions,
  ]
    .filter((path) => existsSync(join(ROOT, path)))
    .map((path) => [path, readFileSync(join(ROOT, path), 'utf8')] as const);
  return [...readDocuments(), ...others].map(([path, text]) => [path, withoutParts(text)]);
}

it('uses plain English in documents', () => {
  const faults = writtenDocuments().flatMap(([path, text]) =>
    text.split('\n').flatMap((line) => faultsIn(path, line)),
  );
  expect(faults).toEqual([]);
});

it('uses plain English in the schema of a store', () => {
  const directory = join(ROOT, 'schemas/store');
  const faults = readdirSync(directory).flatMap((file) => {
    const comments = readFileSync(join(directory, file), 'utf8').matchAll(/--(.*)$/gm);
    return [...comments].flatMap(([, comment = '']) => faultsIn(`schemas/store/${file}`, comment));
  });
  expect(faults).toEqual([]);
});

it('uses plain English in JSON Schemas', () => {
  const files = readdirSync(join(ROOT, 'schemas'), { recursive: true, encoding: 'utf8' });
  const words = files
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) => {
      const schema = readFileSync(join(ROOT, 'schemas', file), 'utf8');
      const found = schema.matchAll(/"description":\s*"((?:[^"\\]|\\.)*)"/g);
      return [...found].map(([, text = '']) => [`schemas/${file}`, text] as const);
    });
  expect(words.length).toBeGreaterThan(500);
  expect(words.flatMap(([file, text]) => faultsIn(file, text))).toEqual([]);
});
