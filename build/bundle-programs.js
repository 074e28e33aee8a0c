// @ts-check
/**
 * Joins the modules of each program, the command, its threads and its children, into few files in `dist`, over what the
 * compiler wrote there: to find, open and link hundreds of modules takes longer than most commands work. What Satchel is
 * as a library stays as the compiler wrote it, and so do the packages that it needs.
 */

import { copyFile, mkdir, readFile, rm } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const SOURCES = fileURLToPath(new URL('../src/', import.meta.url));
const OUTPUT = fileURLToPath(new URL('../dist/', import.meta.url));
const CHUNKS = 'chunks';

/** Every file that a process or a thread is started with. */
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

/** What browsers run. The compiler would make modules of these, and the reader's pages load a classic script. */
const COPIED = ['browse/client/reader.js'];

/** Stands for `import.meta.url` until it is known in which file a module ends up. */
const MODULE_URL = /__MODULE_URL__\("([^"]+)"\)/g;

/**
 * Files are found from where the compiler puts a module, wherever it ends up.
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

/** Whether a program loads this when it runs; fails for what is not there then, as some helpers of the build are. */
function isOutside(/** @type {string} */ id) {
  if (id.startsWith('.') || id.startsWith(SOURCES)) {
    return false;
  }
  const [scope = '', name = ''] = id.split('/');
  const packageName = scope.startsWith('@') ? `${scope}/${name}` : scope;
  if (!isBuiltin(id) && !(packageName in dependencies)) {
    throw new Error(`Cannot build: "${id}" is no dependency of package.json`);
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
  await mkdir(dirname(`${OUTPUT}${path}`), { recursive: true }); // The compiler makes no folder without a module.
  await copyFile(`${SOURCES}${path}`, `${OUTPUT}${path}`);
}
