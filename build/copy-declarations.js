// @ts-check
import { mkdir, readFile, writeFile } from 'node:fs/promises';

/** A static import or re-export, or an import inside of a type, of a relative module. */
const REFERENCE = /\b(?:from\s+|import\()["'](\.[^"']+)\.ts["']/g;

/** Copies the declarations of a module, and of all modules that they name. */
export async function copyDeclarations(
  /** @type {string} */ entry,
  /** @type {URL} */ from,
  /** @type {URL} */ to,
) {
  const paths = new Set([entry]);
  for (const path of paths) {
    const text = await readFile(new URL(path, from), 'utf8');
    for (const [, source] of text.matchAll(REFERENCE)) {
      paths.add(new URL(`${source}.d.ts`, new URL(path, from)).href.slice(from.href.length));
    }
    const file = new URL(path, to);
    await mkdir(new URL('.', file), { recursive: true });
    await writeFile(file, text.replaceAll(/^(?: {4})+/gm, indentWithTabs));
  }
}

/** The compiler indents by four spaces, which are a twentieth of all declarations. */
function indentWithTabs(/** @type {string} */ spaces) {
  return '\t'.repeat(spaces.length / 4);
}
