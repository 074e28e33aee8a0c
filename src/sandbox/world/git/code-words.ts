import type { Random } from '../../../base/index.ts';
import { slugify } from '../text/create-subject.ts';
import type { Words } from '../text/fill-template.ts';
import type { Theme } from '../text/themes.table.ts';
import type { LanguageName } from './source-languages.table.ts';

/** Names for the places of a language's templates, spelled as that language spells them. */
export function createCodeWords(theme: Theme, random: Random): Words {
  const noun = random.pick(theme.objects);
  return {
    name: spellName(noun, theme.language),
    type: toPascalCase(noun),
    noun,
    other: slugify(random.pick(theme.components)),
    number: String(random.integer(2, 40) * random.pick([1, 5, 25, 100])),
  };
}

/** A component's file name without its ending. */
export function fileNameOf(component: string, language: LanguageName): string {
  const slug = slugify(component);
  return language === 'TypeScript' ? slug : slug.replaceAll('-', '_');
}

/** A name as a variable or test file has it. */
export function spellName(words: string, language: LanguageName): string {
  const slug = slugify(words);
  if (language === 'Python' || language === 'Rust') {
    return slug.replaceAll('-', '_');
  }
  return slug.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

function toPascalCase(words: string): string {
  return slugify(words).replace(/(?:^|-)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
