// @ts-check
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** A re-export as the formatter writes it, with its names and its module. */
const RE_EXPORT = /^export \{([^}]+)\} from '(\.[^']+)';$/gm;

/**
 * Lets a door of the library load the module of an asynchronous function when the function is called for the first time. An import
 * of the library then loads a third of what its functions need. Callers notice nothing: the call returns a promise anyway.
 *
 * @param {(id: string) => boolean} isDoor
 * @returns {import('rolldown').Plugin}
 */
export function loadOnFirstCall(isDoor) {
  return {
    name: 'load-on-first-call',
    async transform(code, id) {
      if (!isDoor(id)) {
        return null;
      }
      let door = code;
      for (const [statement, names = '', path = ''] of code.matchAll(RE_EXPORT)) {
        const source = await readFile(resolve(dirname(id), path), 'utf8');
        const exported = names.split(',').flatMap((name) => exportOf(name.trim(), path, source));
        door = door.replace(statement, exported.join('\n'));
      }
      return { code: door };
    },
  };
}

/** One name of a re-export. Types are left out. */
function exportOf(/** @type {string} */ text, /** @type {string} */ path, /** @type {string} */ source) {
  if (text === '' || text.startsWith('type ')) {
    return [];
  }
  const [name = '', alias = name] = text.split(' as ');
  const isAsynchronous = new RegExp(`^export async function ${name}\\b`, 'm').test(source);
  return isAsynchronous
    ? [`export async function ${alias}(...args) { return await (await import('${path}')).${name}(...args); }`]
    : [`export { ${text} } from '${path}';`];
}
