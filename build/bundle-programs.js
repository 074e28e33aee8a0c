// @ts-check
/**
 * Bundles the modules of each program (the command, its threads and its children) into few files in `dist`, over the
 * compiler's output: finding, opening and linking hundreds of modules takes longer than most commands run. The modules
 * of the library, and the packages it needs, remain as they are.
 */

import { copyFile, mkdir, readFile, rm } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const SOURCES = fileURLToPath(new URL('../src/', import.meta.url));
const OUTPUT = fileURLToPath(new URL('../dist/', import.meta.url));
const CHUNKS = 'chunks';

/** All files that start a process or a thread. */
const PROGRAMS = [
  'archive/threads/verify-worker',
  'browse/rendering/render-worker',
  'cli/main',
  'load/load-worker',
  'reading/browsing/asking/asking-child',
  'reading/query-guard/query-child',
  'reading/query-guard/watch-process',
  'store/text-index/text-worker',
];

/** Scripts for browsers. The compiler would turn them into modules, but the reader's pages load classic scripts. */
const COPIED = ['browse/client/reader.js'];

/** A placeholder for `import.meta.url` until the output file of a module is known. */
const MODULE_URL = /__MODULE_URL__\("([^"]+)"\)/g;

/**
 * Makes `import.meta.url` refer to the compiler's output file of a module, regardless of the bundle that contains it.
 *
 * @type {import('rolldown').Plugin}
 */
const keepModuleUrls = {
  name: 'keep-module-urls',
  transform(code, id) {
    if (!code.includes('import.meta.url')) {
      return null;
    }
    const compiled = relative(SOURCES, id).replaceAll('\\', '/').replace(/\.ts$/, '.js');
    return { code: code.replaceAll('import.meta.url', `__MODULE_URL__("${compiled}")`) };
  },
  renderChunk(code, { fileName }) {
    const urlOf = (/** @type {string} */ _, /** @type {string} */ compiled) => {
      const path = relative(dirname(fileName), compiled).replaceAll('\\', '/');
      return `new URL(${JSON.stringify(path)}, import.meta.url).href`;
    };
    return { code: code.replaceAll(MODULE_URL, urlOf) };
  },
};

/** @type {{ dependencies: Record<string, string> }} */
const { dependencies } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'));

/** Whether a program loads this at run time; fails if it will be absent then, like some build dependencies. */
function isOutside(/** @type {string} */ id) {
  if (id.startsWith('.') || id.startsWith(SOURCES)) {
    return false;
  }
  const [scope = '', name = ''] = id.split('/');
  const packageName = scope.startsWith('@') ? `${scope}/${name}` : scope;
  if (!isBuiltin(id) && !(packageName in dependencies)) {
    throw new Error(`Cannot build: "${id}" is not in the dependencies of package.json`);
  }
  return true;
}

await rm(`${OUTPUT}${CHUNKS}`, { recursive: true, force: true });
const bundle = await rolldown({
  input: Object.fromEntries(PROGRAMS.map((name) => [name, `${SOURCES}${name}.ts`])),
  platform: 'node',
  external: isOutside,
  plugins: [keepModuleUrls],
});
await bundle.write({
  dir: OUTPUT,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: `${CHUNKS}/[name]-[hash].js`,
});
await bundle.close();
for (const path of COPIED) {
  await mkdir(dirname(`${OUTPUT}${path}`), { recursive: true }); // The compiler creates no folder without a module.
  await copyFile(`${SOURCES}${path}`, `${OUTPUT}${path}`);
}
