import type { Random } from '../../../base/index.ts';
import type { Theme } from '../text/themes.table.ts';
import { createCodeWords, fileNameOf } from './code-words.ts';
import { DEPENDENCIES, LICENSE_TEXT } from './plain-files.table.ts';
import { SOURCE_LANGUAGES } from './source-languages.table.ts';

/** A file of a working tree. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** Where the versions of third-party packages stand. */
export const DEPENDENCY_FILE = 'third-party.txt';

/** The files of the first commit. */
export function createFirstFiles(theme: Theme, name: string): readonly SourceFile[] {
  const language = SOURCE_LANGUAGES[theme.language];
  const { path, text } = language.manifest;
  return [
    { path: 'README.md', text: createReadme(theme, name) },
    { path: 'LICENSE', text: LICENSE_TEXT },
    { path, text: text.replaceAll('{project}', name) },
  ];
}

/** The module of one component, and now and then its test. */
export function createModule(theme: Theme, component: string, random: Random): readonly SourceFile[] {
  const language = SOURCE_LANGUAGES[theme.language];
  const name = fileNameOf(component, theme.language);
  const blocks = Array.from({ length: random.integer(2, 4) }, () => fillCode(language.block, theme, random));
  const path = `${language.folder}/${name}.${language.extension}`;
  const files = [{ path, text: `${language.header}${blocks.join('')}` }];
  if (random.chance(0.5)) {
    const testPath = `${language.testFolder}/${language.testName.replace('{name}', name)}`;
    files.push({ path: testPath, text: `${language.header}${fillCode(language.block, theme, random)}` });
  }
  return files;
}

/** The guide for readers: a list that grows. */
export function createGuide(theme: Theme, random: Random): SourceFile {
  const chapters = theme.components.map((component) => {
    const points = theme.objects
      .slice(0, random.integer(2, theme.objects.length))
      .map((object) => `- ${object} ${random.pick(theme.conditions)}`);
    return `## The ${component}\n\nIt takes care of:\n\n${points.join('\n')}\n`;
  });
  return { path: 'docs/guide.md', text: `# Guide\n\n${chapters.join('\n')}` };
}

/** A page whose name has a blank and an accent, as people like them. */
export function createAboutPage(theme: Theme): SourceFile {
  const lines = theme.wishes.map((wish) => `- ${wish}`);
  return { path: 'docs/à propos.md', text: `# À propos\n\n${theme.description}.\n\n${lines.join('\n')}\n` };
}

/** The third-party packages, with invented names. */
export function createDependencyFile(random: Random): SourceFile {
  const lines = DEPENDENCIES.map(
    (name) => `${name} ${random.integer(0, 4)}.${random.integer(0, 20)}.${random.integer(0, 9)}`,
  );
  return { path: DEPENDENCY_FILE, text: `${lines.join('\n')}\n` };
}

/** Fills the template of a language; braces that are code stay. */
export function fillCode(template: string, theme: Theme, random: Random): string {
  const words = createCodeWords(theme, random);
  return template.replace(/\{(name|type|noun|other|number)\}/g, (_, place: string) => words[place] ?? '');
}

function createReadme(theme: Theme, name: string): string {
  const list = (items: readonly string[]) => items.map((item) => `- ${item}`).join('\n');
  return [
    `# ${name}`,
    `${theme.description}.`,
    '## What it does',
    list(theme.objects.map((object) => `looks after ${object}`)),
    '## What it will do some day',
    list(theme.wishes),
    '## Licence',
    'MIT, see [LICENSE](LICENSE).\n',
  ].join('\n\n');
}
