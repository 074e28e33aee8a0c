import type { Random } from '../../../base/random.ts';
import { slugify } from '../text/text-writer.ts';
import type { LanguageName, Theme } from '../text/themes.table.ts';
import type { FileChange } from './git-history.ts';

/** The source files of a language. Statements have placeholders for name, noun and number. */
export const SOURCE_LANGUAGES = {
  TypeScript: {
    folder: 'src',
    extension: 'ts',
    comment: '//',
    manifest: { path: 'package.json', text: '{\n  "name": "{project}",\n  "type": "module"\n}\n' },
    opening: 'export function read(lines: readonly string[], settings: Settings): number {',
    statements: [
      'const {name}Limit = Math.min({number}, settings.limit ?? {number});',
      'settings.onProgress?.({number}); // {noun} may start late',
      'if (lines.length > {number}) throw new RangeError("Too many {noun}");',
    ],
    closing: '}',
  },
  Python: {
    folder: 'app',
    extension: 'py',
    comment: '#',
    manifest: { path: 'pyproject.toml', text: '[project]\nname = "{project}"\nrequires-python = ">=3.9"\n' },
    opening: 'def read(lines, limit):',
    statements: [
      '{name}_limit = min({number}, len(lines))',
      'log.info("{noun} begin at %d", {number})',
      '{name}_name = f"{noun}-{number}"  # they may start late',
    ],
    closing: '',
  },
} as const satisfies Readonly<Record<LanguageName, object>>;

/** Statements are indented so. */
export const INDENTATION = '    ';

/** Lists the versions of third-party packages. */
export const DEPENDENCY_FILE = 'third-party.txt';

/** Packages that do not exist in any registry. */
export const DEPENDENCIES = [
  'argument-otter',
  'date-pebble',
  'ember-cache',
  'plain-sql-kit',
  'quiet-logger',
] as const;

const LICENSE_TEXT = `MIT License

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files, to deal in the software without restriction, subject to this notice being included in all
copies or substantial portions of the software.

The software is provided "as is", without warranty of any kind, express or implied.
`;

export function createFirstFiles(theme: Theme, name: string): readonly FileChange[] {
  const { path, text } = SOURCE_LANGUAGES[theme.language].manifest;
  const objects = list(theme.objects.map((object) => `looks after ${object}`));
  return [
    {
      path: 'README.md',
      text: `# ${name}\n\n${theme.description}.\n\n## What it does\n\n${objects}\n\n## Licence\n\nMIT, see [LICENSE](LICENSE).\n`,
    },
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
export function createStatement({ language, objects }: Theme, random: Random): string {
  const noun = random.pick(objects);
  const number = String(random.integer(2, 40) * random.pick([1, 5, 25, 100]));
  return `${INDENTATION}${random.pick(SOURCE_LANGUAGES[language].statements)}`
    .replaceAll('{name}', slugify(noun).replaceAll('-', '_'))
    .replaceAll('{noun}', noun)
    .replaceAll('{number}', number);
}

function createModule(theme: Theme, component: string, random: Random): FileChange {
  const { folder, extension, comment, opening, closing } = SOURCE_LANGUAGES[theme.language];
  const lines = Array.from({ length: random.integer(8, 16) }, () => createStatement(theme, random));
  return {
    path: `${folder}/${slugify(component).replaceAll('-', '_')}.${extension}`,
    text: `${[`${comment} The ${component}.`, '', opening, ...new Set(lines), closing].join('\n')}\n`,
  };
}

function list(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n');
}
