// @ts-check
/**
 * The packages that the bundles contain: the development dependencies that `src` loads. Installed, they would be a third of all
 * bytes and half of all packages. What programs import becomes a part of their chunks; what a module loads with
 * `createRequire` becomes a file of `dist/packages`, so that it is still loaded on first use. Their licences are in one file.
 */

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const PROJECT = new URL('../', import.meta.url);

/** @type {Record<'dependencies' | 'peerDependencies' | 'devDependencies', Record<string, string>>} */
const { dependencies, peerDependencies, devDependencies } = JSON.parse(
  await readFile(new URL('package.json', PROJECT), 'utf8'),
);

/** Whether a program finds this at run time; fails if package.json does not name its package. */
export function isOutside(/** @type {string} */ id, /** @type {string | undefined} */ importer) {
  if (id.startsWith('.') || id.startsWith('/') || id.startsWith('\0')) {
    return false;
  }
  const name = packageOf(id);
  if (isBuiltin(id) || name in { ...dependencies, ...peerDependencies }) {
    return true;
  }
  if (importer?.includes('node_modules') !== true && !(name in devDependencies)) {
    throw new Error(`Cannot build: "${id}" is not in the dependencies of package.json`);
  }
  return false;
}

function packageOf(/** @type {string} */ id) {
  const [scope = '', name = ''] = id.split('/');
  return scope.startsWith('@') ? `${scope}/${name}` : scope;
}

/** A call that loads a package, in a module that has `createRequire`. */
const LOADING = /\b(createRequire\(import\.meta\.url\)|require)\('([^']+)'\)/g;

/**
 * Lets modules load the files of `dist/packages` in place of the packages that will be absent.
 *
 * @param {string} sources
 * @param {Set<string>} loaded gets what is loaded
 * @returns {import('rolldown').Plugin}
 */
export function loadBundledPackages(sources, loaded) {
  return {
    name: 'load-bundled-packages',
    transform(code, id) {
      if (!id.startsWith(sources) || !code.includes('createRequire')) {
        return null;
      }
      const folder = dirname(relative(sources, id));
      const place = (/** @type {string} */ call, /** @type {string} */ load, /** @type {string} */ name) => {
        if (isOutside(name, id)) {
          return call;
        }
        loaded.add(name);
        return `${load}('${relative(folder, `packages/${fileNameOf(name)}.cjs`).replaceAll('\\', '/')}')`;
      };
      return { code: code.replaceAll(LOADING, place) };
    },
  };
}

function fileNameOf(/** @type {string} */ name) {
  return name.replaceAll(/\W+/g, '-').replace(/^-/, '');
}

/**
 * Writes what modules load with `createRequire`; returns the files that it consists of.
 *
 * @param {ReadonlySet<string>} loaded
 * @param {URL} output
 */
export async function bundlePackages(loaded, output) {
  const bundle = await rolldown({
    input: Object.fromEntries([...loaded].map((name) => [fileNameOf(name), `\0${name}`])),
    platform: 'node',
    external: (id, importer) => isOutside(id, importer),
    plugins: [
      {
        name: 'require-package',
        resolveId: (id) => (id.startsWith('\0') ? id : null),
        load: (id) => (id.startsWith('\0') ? `module.exports = require('${id.slice(1)}');` : null),
      },
    ],
  });
  const { output: chunks } = await bundle.write({
    dir: fileURLToPath(new URL('packages/', output)),
    format: 'cjs',
    comments: false,
    minify: true, // No one reads it.
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name]-[hash:7].cjs',
  });
  await bundle.close();
  return modulesOf(chunks);
}

/** The files of packages in a bundle. */
export function modulesOf(
  /** @type {readonly (import('rolldown').OutputChunk | import('rolldown').OutputAsset)[]} */ output,
) {
  return output
    .flatMap((chunk) => (chunk.type === 'chunk' ? Object.entries(chunk.modules) : []))
    .filter(([id, { renderedLength }]) => isOfPackage(id) && renderedLength > 0)
    .map(([id]) => id);
}

/** Matches the folder of the package that a file belongs to. */
const PACKAGE_FOLDER = /^.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/;

export function isOfPackage(/** @type {string} */ file) {
  return PACKAGE_FOLDER.test(file);
}

/** The name of the package that a file belongs to, without special characters. */
export function packageNameOf(/** @type {string} */ file) {
  return fileNameOf(PACKAGE_FOLDER.exec(file)?.[1] ?? '');
}

/** Writes the names, versions and licences of the packages that these files belong to. Fails if a package has no licence. */
export async function writeLicences(/** @type {readonly string[]} */ files, /** @type {URL} */ output) {
  const folders = new Set(files.map((file) => PACKAGE_FOLDER.exec(file)?.[0] ?? ''));
  const parts = await Promise.all([...folders].map(licenceIn));
  const head =
    'Satchel contains parts of the following packages. Each is listed with its version and its licence.\n';
  await writeFile(new URL('THIRD-PARTY-LICENSES.txt', output), `${head}${parts.sort().join('')}`);
}

async function licenceIn(/** @type {string} */ folder) {
  const { name, version, license } = JSON.parse(await readFile(`${folder}/package.json`, 'utf8'));
  const files = (await readdir(folder))
    .filter((file) => /^(?:licen[cs]e|notice|copying)\b/i.test(file))
    .sort();
  if (files.length === 0) {
    throw new Error(`Cannot build: ${name} has no file with its licence`);
  }
  const texts = await Promise.all(files.map((file) => readFile(`${folder}/${file}`, 'utf8')));
  const rule = '-'.repeat(80);
  return `\n${rule}\n${name}@${version} (${license})\n${rule}\n\n${texts.map((text) => text.trim()).join('\n\n')}\n`;
}
