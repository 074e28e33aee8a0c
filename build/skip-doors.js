// @ts-check
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { exportedName, importedName, splitNames } from './import-names.js';

/** An import through a door, the `index.ts` of a room; imports of types only are not part of the program. */
const IMPORT = /^import \{([^}]*)\} from '([^']*\/index\.ts)';$/gm;

const RE_EXPORT = /^export \{([^}]*)\} from '([^']*)';$/gm;

/** What a door exports under each name: a name in a module. @typedef {Map<string, { module: string, name: string }>} Door */

/**
 * Imports everything directly from the module that defines it. The bundler keeps each door in one file with all that
 * it re-exports, so a command would otherwise load every room whole of which it needs one function.
 *
 * @returns {import('rolldown').Plugin}
 */
export function skipDoors() {
  /** @type {Map<string, Promise<Door>>} */
  const doors = new Map();
  return {
    name: 'skip-doors',
    async transform(code, id) {
      const paths = new Set([...code.matchAll(IMPORT)].map(([, , source = '']) => source));
      /** @type {Map<string, Door>} */
      const opened = new Map();
      for (const source of paths) {
        const path = resolve(dirname(id), source);
        const door = doors.get(path) ?? readDoor(path);
        doors.set(path, door);
        opened.set(source, await door);
      }
      return {
        code: code.replace(IMPORT, (_, names, source) => importDirectly(names, source, opened.get(source))),
      };
    },
  };
}

/** @returns {Promise<Door>} */
async function readDoor(/** @type {string} */ path) {
  /** @type {Door} */
  const door = new Map();
  for (const [, names = '', source = ''] of (await readFile(path, 'utf8')).matchAll(RE_EXPORT)) {
    for (const name of splitNames(names).filter(isValue)) {
      door.set(exportedName(name), { module: resolve(dirname(path), source), name: importedName(name) });
    }
  }
  return door;
}

/** @returns {string} */
function importDirectly(
  /** @type {string} */ names,
  /** @type {string} */ source,
  /** @type {Door | undefined} */ door,
) {
  const imports = splitNames(names)
    .filter(isValue)
    .map((name) => {
      const origin = door?.get(importedName(name));
      if (origin === undefined) {
        throw new Error(`Cannot build: "${name}" is not re-exported by ${source}`);
      }
      return `import { ${origin.name} as ${exportedName(name)} } from ${JSON.stringify(origin.module)};`;
    });
  return imports.join(' ');
}

/** Names of types are not part of the program. */
function isValue(/** @type {string} */ name) {
  return !name.startsWith('type ');
}
