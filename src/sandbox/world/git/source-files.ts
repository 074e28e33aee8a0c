import type { Random } from '../../../base/index.ts';
import { slugify } from '../text/text-writer.ts';
import type { Theme } from '../text/themes.table.ts';
import type { FileChange } from './git-history.ts';

/**
 * The source files of a language: functions with an opening, statements in any order and a closing. Templates have
 * placeholders for name, type, noun, other and number.
 */
export const SOURCE_LANGUAGES = {
  TypeScript: {
    folder: 'src',
    extension: 'ts',
    comment: '//',
    manifest: { path: 'package.json', text: '{\n  "name": "{project}",\n  "type": "module"\n}\n' },
    opening: 'export function read{type}(lines: readonly string[], settings: Settings): number {',
    indentation: '  ',
    statements: [
      'const {name}Limit = Math.min({number}, settings.limit ?? {number});',
      'settings.onProgress?.({number}); // {noun} may start late',
      'if (lines.length > {number}) throw new RangeError("Too many {noun}");',
      'const {name}Name = ["{other}", settings.locale, {number}].join("-");',
    ],
    closing: '}',
  },
  Python: {
    folder: 'app',
    extension: 'py',
    comment: '#',
    manifest: { path: 'pyproject.toml', text: '[project]\nname = "{project}"\nrequires-python = ">=3.9"\n' },
    opening: 'def read_{name}(lines, limit={number}):',
    indentation: '    ',
    statements: [
      '{name}_limit = min({number}, len(lines))',
      'log.info("{noun} begin at %d", {number})',
      'lines = [line for line in lines if len(line) < {number}]',
      '{name}_name = f"{other}-{number}"  # {noun} may start late',
    ],
    closing: '',
  },
  Go: {
    folder: 'internal',
    extension: 'go',
    comment: '//',
    manifest: { path: 'go.mod', text: 'module example.org/{project}\n\ngo 1.21\n' },
    opening: 'func Read{type}(lines []string, limit int) (count int, err error) {',
    indentation: '\t',
    statements: [
      '{name}Limit := min({number}, limit)',
      'fmt.Fprintln(os.Stderr, "{noun} begin at", {number})',
      'if limit > {number} { limit = {number} } // {noun} may start late',
      '{name}Name := fmt.Sprintf("{other}-%d-{number}", limit)',
    ],
    closing: '}',
  },
  Rust: {
    folder: 'src',
    extension: 'rs',
    comment: '//',
    manifest: { path: 'Cargo.toml', text: '[package]\nname = "{project}"\nedition = "2021"\n' },
    opening: 'pub fn read_{name}(lines: &[String], limit: usize) -> usize {',
    indentation: '    ',
    statements: [
      'let {name}_limit = limit.min({number});',
      'debug_assert!(lines.len() < {number}, "too many {noun}");',
      'log::debug!("{noun} begin at {}", {number}); // they may start late',
      'let {name}_name = ["{other}", "{number}"].join("-");',
    ],
    closing: '}',
  },
} as const;

export type LanguageName = keyof typeof SOURCE_LANGUAGES;

/** Lists the versions of third-party packages. */
export const DEPENDENCY_FILE = 'third-party.txt';

/** Packages that do not exist in any registry. */
export const DEPENDENCIES = [
  'argument-otter',
  'calm-http',
  'date-pebble',
  'ember-cache',
  'hedge-parser',
  'lintel-tests',
  'plain-sql-kit',
  'quiet-logger',
] as const;

const LICENSE_TEXT = `MIT License

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files, to deal in the software without restriction, subject to this notice being included in all
copies or substantial portions of the software.

The software is provided "as is", without warranty of any kind, express or implied.
`;

/** The files of the first commit. */
export function createFirstFiles(theme: Theme, name: string): readonly FileChange[] {
  const { path, text } = SOURCE_LANGUAGES[theme.language].manifest;
  const readme = [
    `# ${name}`,
    `${theme.description}.`,
    '## What it does',
    list(theme.objects.map((object) => `looks after ${object}`)),
    '## Licence',
    'MIT, see [LICENSE](LICENSE).\n',
  ];
  return [
    { path: 'README.md', text: readme.join('\n\n') },
    { path: 'LICENSE', text: LICENSE_TEXT },
    { path, text: text.replaceAll('{project}', name) },
  ];
}

/** The messages and files of the following commits. */
export function createBatches(
  theme: Theme,
  random: Random,
): readonly (readonly [message: string, files: readonly FileChange[]])[] {
  const guide = theme.components.map(
    (component) => `## The ${component}\n\nIt takes care of:\n\n${list(theme.objects)}\n`,
  );
  const versions = DEPENDENCIES.map(
    (name) => `${name} ${random.integer(0, 4)}.${random.integer(0, 20)}.${random.integer(0, 9)}\n`,
  );
  return [
    ...theme.components.map(
      (component) => [`Add the ${component}`, [createModule(theme, component, random)]] as const,
    ),
    [
      'Write a guide',
      [
        { path: 'docs/guide.md', text: `# Guide\n\n${guide.join('\n')}` },
        // A name with a space and an accent.
        { path: 'docs/à propos.md', text: `# À propos\n\n${theme.description}.\n\n${list(theme.wishes)}\n` },
      ],
    ],
    ['List third-party packages', [{ path: DEPENDENCY_FILE, text: versions.join('') }]],
  ];
}

/** One indented statement in the language of a theme. */
export function createStatement({ language, objects, components }: Theme, random: Random): string {
  const { indentation, statements } = SOURCE_LANGUAGES[language];
  const words = codeWords(random.pick(objects), language, random);
  const other = slugify(random.pick(components));
  return `${indentation}${fillCode(random.pick(statements), { ...words, other })}`;
}

function createModule(theme: Theme, component: string, random: Random): FileChange {
  const { folder, extension, comment, opening, closing } = SOURCE_LANGUAGES[theme.language];
  const functions = theme.objects.slice(0, random.integer(2, 4)).map((object) => {
    const head = fillCode(opening, codeWords(object, theme.language, random));
    const lines = Array.from({ length: random.integer(3, 6) }, () => createStatement(theme, random));
    return [head, ...new Set(lines), closing, ''].join('\n');
  });
  return {
    path: `${folder}/${snakeCase(component)}.${extension}`,
    text: `${comment} The ${component}.\n\n${functions.join('\n')}`,
  };
}

/** Other braces belong to the code. */
function fillCode(template: string, words: Readonly<Record<string, string>>): string {
  return template.replace(/\{(name|type|noun|other|number)\}/g, (_, place: string) => words[place] ?? '');
}

/** Names in the convention of the language, and a number. */
function codeWords(noun: string, language: LanguageName, random: Random) {
  const type = slugify(noun).replace(/(?:^|-)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  const isSnakeCase = language === 'Python' || language === 'Rust';
  return {
    name: isSnakeCase ? snakeCase(noun) : type.charAt(0).toLowerCase() + type.slice(1),
    type,
    noun,
    number: String(random.integer(2, 40) * random.pick([1, 5, 25, 100])),
  };
}

function snakeCase(words: string): string {
  return slugify(words).replaceAll('-', '_');
}

function list(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n');
}
