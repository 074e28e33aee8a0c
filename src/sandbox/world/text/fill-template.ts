import { invariant } from '../../../base/index.ts';

/** Words for the places of a template. */
export type Words = Readonly<Record<string, string>>;

/**
 * Puts words into a template: `{object}` takes the word as it is, `{Object}` begins it with a capital.
 * A place without a word is a mistake in a table.
 */
export function fillTemplate(template: string, words: Words): string {
  return template.replace(/\{([A-Za-z]+)\}/g, (_, place: string) => {
    const name = place.charAt(0).toLowerCase() + place.slice(1);
    const word = words[name];
    invariant(word !== undefined, `there is a word for {${place}} in "${template}"`);
    return name === place ? word : word.charAt(0).toUpperCase() + word.slice(1);
  });
}
