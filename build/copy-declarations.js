// @ts-check
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { exportedName, importedName, splitNames } from './import-names.js';

/** A static import or re-export, or an import inside of a type, of a relative module. */
const REFERENCE =
  /(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s+from\s+["'](\.[^"']+)\.ts["'];?\n?|\bimport\(["'](\.[^"']+)\.ts["']\)\.(\w+)/g;

/**
 * Copies the declarations of a module, and of all modules whose names it mentions. The doors of rooms (`index.d.ts`)
 * re-export far more than that: of them, only the mentioned names are written.
 */
export async function copyDeclarations(
  /** @type {string} */ entry,
  /** @type {URL} */ from,
  /** @type {URL} */ to,
) {
  /** Modules to write, with the text that was read. @type {Map<string, string>} */
  const texts = new Map();
  /** Names that are mentioned, by door. @type {Map<string, Set<string>>} */
  const mentioned = new Map();

  async function follow(/** @type {string} */ path, /** @type {(name: string) => boolean} */ isWanted) {
    const text = texts.get(path) ?? (await readFile(new URL(path, from), 'utf8'));
    texts.set(path, text);
    for (const [, list, source, typeSource, typeName = ''] of text.matchAll(REFERENCE)) {
      const target = new URL(`${source ?? typeSource}.d.ts`, new URL(path, from)).href.slice(
        from.href.length,
      );
      const names = list === undefined ? [typeName] : splitNames(list).filter(isWanted).map(importedName);
      if (names.length > 0) {
        await visit(target, names);
      }
    }
  }

  async function visit(/** @type {string} */ path, /** @type {readonly string[]} */ names) {
    const isDoor = path.endsWith('/index.d.ts');
    const known = mentioned.get(path) ?? new Set();
    const added = names.filter((name) => !known.has(name));
    if (isDoor && added.length > 0) {
      mentioned.set(path, new Set([...known, ...added]));
      await follow(path, (name) => added.includes(exportedName(name)));
    } else if (!(isDoor || texts.has(path))) {
      await follow(path, () => true);
    }
  }

  await follow(entry, () => true);
  for (const [path, text] of texts) {
    const file = new URL(path, to);
    await mkdir(new URL('.', file), { recursive: true });
    await writeFile(file, narrow(text, mentioned.get(path)).replaceAll(/^(?: {4})+/gm, indentWithTabs));
  }
}

/** The compiler indents by four spaces, which are a twentieth of all declarations. */
function indentWithTabs(/** @type {string} */ spaces) {
  return '\t'.repeat(spaces.length / 4);
}

/** A door that exports only some names; the text itself for all others. */
function narrow(/** @type {string} */ text, /** @type {ReadonlySet<string> | undefined} */ names) {
  if (names === undefined) {
    return text;
  }
  return text.replaceAll(REFERENCE, (statement, list) => {
    const kept = splitNames(list).filter((name) => names.has(exportedName(name)));
    return kept.length === 0 ? '' : statement.replace(list, ` ${kept.join(', ')} `);
  });
}
