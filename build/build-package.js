// @ts-check
/**
 * Makes `dist`, which is what the package holds, from `src` and from what the compiler wrote to `compiled`: the library
 * and the programs (the command, its threads and its children) bundled into few files, because finding, opening and
 * linking hundreds of modules takes longer than most commands run; the declarations of the library; the
 * schemas as code; and the compressed manual pages. Of the packages that they need, the dependencies remain packages. Also
 * makes `schemas/output`, which the package holds as well.
 */

import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { minifySync } from 'rolldown/utils';
import {
  bundlePackages,
  isOfPackage,
  isOutside,
  loadBundledPackages,
  modulesOf,
  packageNameOf,
  writeLicences,
} from './bundle-packages.js';
import { loadOnFirstCall } from './load-on-first-call.js';
import { writeOutputSchemas } from './output-schemas.js';
import { writeDeclarations } from './write-declarations.js';

const SOURCES = fileURLToPath(new URL('../src/', import.meta.url));
const COMPILED = new URL('../compiled/', import.meta.url);
const OUTPUT = new URL('../dist/', import.meta.url);

/** The parts of the library by subject: `satchel/client` and so on. */
const DOORS = ['archive', 'client', 'reader', 'sandbox', 'store', 'vault'];

/** The library, and all files that start a process or a thread. */
const ENTRIES = [
  'index',
  ...DOORS.map((door) => `library/${door}`),
  'archive/threads/verify-worker',
  'browse/rendering/render-worker',
  'cli/main',
  'lake/query/lake-child',
  'load/load-worker',
  'reading/browsing/query-pool/pool-child',
  'reading/query-guard/query-child',
  'reading/query-guard/watch-worker',
  'store/text-index/index-worker',
];

/** Whether a file is what programs import: the library, or one of its subjects. */
function isDoor(/** @type {string} */ id) {
  return /^(?:index|library\/[^/]+)\.ts$/.test(relative(SOURCES, id).replaceAll('\\', '/'));
}

/** An import or a re-export of values. */
const STATIC_IMPORT = /^(?:import|export) (?!type\b)[^;']*?\bfrom '(\.[^']+)';$/gm;

/** Scripts for browsers. The compiler would turn them into modules, but the reader's pages load classic scripts. */
const COPIED = ['reader.js', 'diagram.js', 'site-search.js', 'site-titles.js'].map(
  (name) => `browse/client/${name}`,
);

/** The font of formulas, as its package has it. */
const FONT = {
  from: fileURLToPath(
    import.meta.resolve('@fontsource/stix-two-math/files/stix-two-math-latin-400-normal.woff2'),
  ),
  to: 'browse/client/math.woff2',
};

/** The modules that write schemas as code, and what they write. */
const SCHEMAS = {
  'archive/build-schemas.js': ['archive/archive-schemas.cjs'],
  'endpoints/build-schemas.js': ['endpoints/answers-schemas.cjs'],
  'base/build-schemas.js': ['base/own-file-schemas.cjs'],
};

/** What a client of the service loads when it is imported. */
const CLIENT = new Set(
  ['client/create-client.ts', 'endpoints/open-endpoints.ts', 'base/random.ts'].map(
    (path) => `${SOURCES}${path}`,
  ),
);
for (const path of CLIENT) {
  for (const [, imported = ''] of (await readFile(path, 'utf8')).matchAll(STATIC_IMPORT)) {
    CLIENT.add(resolve(dirname(path), imported));
  }
}

/**
 * Modules that many programs and commands need are in a few files: fewer files open faster, but a larger file has more
 * that a program does not need. Threads need nothing of the command line, commands without a store nothing of that, only
 * pages the library that writes HTML, and a client of the service nothing that keeps its work. The bundler also puts what
 * a module imports into the module's file, so that those that all others import have the highest priority.
 */
const COMMON = [
  {
    name: 'common',
    test: (/** @type {string} */ id) => CLIENT.has(id) && /src.(?:base|model)/.test(id),
    minShareCount: 3,
    priority: 3,
  },
  { name: 'common-programs', test: /src.(?:base|model)/, minShareCount: 3, priority: 2 },
  { name: 'common-store', test: /src.store/, minShareCount: 36, priority: 1 },
  { name: 'common-commands', test: /src.cli\W/, minShareCount: 36, priority: 1 },
  { name: 'common-rest', test: /src.(?!browse)/, minShareCount: 36 },
  // Each package has chunks of its own, so that a module does not load what another one needs.
  { name: packageNameOf, debugName: 'packages', test: /node_modules/, priority: 3 },
];

/** A placeholder for `import.meta.url` until the output file of a module is known. */
const MODULE_URL = /__MODULE_URL__\("([^"]+)"\)/g;

/**
 * Makes `import.meta.url` refer to the place in `dist` that a module has in `src`, regardless of the bundle that
 * contains it.
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
      // Bundlers of other programs take `new URL('…', import.meta.url)` for a file that they must copy.
      return `new URL(${JSON.stringify(path)}, String(import.meta.url)).href`;
    };
    return { code: code.replaceAll(MODULE_URL, urlOf) };
  },
};

/** An import of a package that may be absent. */
const PEER_IMPORT = /\bimport\(("(?:@aws-sdk\/client-s3|@duckdb\/node-api)")\)/g;

/** With the comment and the `catch`, bundlers of other programs leave it for run time; they would fail otherwise. */
const LEFT_IMPORT = 'import(/* webpackIgnore: true */ $1).catch((error) => Promise.reject(error))';

/** The search of sites, for browsers: it shares the language and the index with what runs in Node. */
const SITE_SEARCH = {
  from: `${SOURCES}browse/site/engine/search-site.ts`,
  to: 'browse/client/site-engine.js',
};

async function bundleSiteSearch() {
  const bundle = await rolldown({
    input: SITE_SEARCH.from,
    platform: 'browser',
    external: /^node:/,
    plugins: [{ name: 'resolve-nothing-else', resolveId: (id) => (/^[./]/.test(id) ? null : false) }],
  });
  const { output } = await bundle.generate({
    format: 'iife',
    name: 'satchelEngine',
    comments: false,
    minify: true,
  });
  await bundle.close();
  const [{ code, imports }] = output;
  if (imports.length > 0) {
    throw new Error(`The search of sites would need ${imports.join(' and ')} in a browser`);
  }
  for (const folder of [OUTPUT, COMPILED]) {
    await writeFile(new URL(SITE_SEARCH.to, folder), code);
  }
}

async function bundlePrograms() {
  /** @type {Set<string>} */
  const loaded = new Set();
  const bundle = await rolldown({
    input: Object.fromEntries(ENTRIES.map((name) => [name, `${SOURCES}${name}.ts`])),
    platform: 'node',
    external: isOutside,
    plugins: [loadOnFirstCall(isDoor), loadBundledPackages(SOURCES, loaded), keepModuleUrls],
  });
  const { output } = await bundle.write({
    dir: fileURLToPath(OUTPUT),
    format: 'esm',
    comments: false,
    entryFileNames: '[name].js',
    chunkFileNames: ({ moduleIds }) =>
      `${moduleIds.some(isOfPackage) ? 'packages' : 'chunks'}/[name]-[hash:7].js`,
    minifyInternalExports: false, // Imports would name both: the short name and the one that the code uses.
    codeSplitting: { groups: COMMON },
  });
  await bundle.close();
  // Indentation is a fortieth of the package, and the names of modules are a hundredth. Other names and lines stay.
  // Sources indent with spaces, so that tabs at the beginning of a line are the bundler's and not part of a text.
  for (const chunk of output.filter(({ type }) => type === 'chunk')) {
    const file = new URL(chunk.fileName, OUTPUT);
    const code = await readFile(file, 'utf8');
    await writeFile(
      file,
      chunk.fileName.startsWith('packages/')
        ? minifySync(chunk.fileName, code).code
        : code
            .replaceAll(/^\t+/gm, '')
            .replaceAll(/^\/\/ (?:#|src\/|compiled\/).*\n/gm, '')
            .replaceAll(PEER_IMPORT, LEFT_IMPORT),
    );
  }
  await writeLicences([...modulesOf(output), ...(await bundlePackages(loaded, OUTPUT)), FONT.from], OUTPUT);
}

/** Writes schemas as code, minified: it is generated, and no one reads it. */
async function writeSchemas() {
  for (const [writer, written] of Object.entries(SCHEMAS)) {
    for (const path of written) {
      await mkdir(new URL('.', new URL(path, OUTPUT)), { recursive: true });
    }
    await import(new URL(writer, COMPILED).href);
    for (const path of written) {
      const file = new URL(path, OUTPUT);
      const code = await readFile(file, 'utf8');
      await writeFile(file, minifySync(path, code).code);
    }
  }
}

/**
 * Writes the manual pages of all commands, compressed: `man` reads them as they are, and uncompressed they would be a
 * thirtieth of the package.
 */
async function writeManualPages() {
  const { createProgram } = await import(new URL('cli/program.js', COMPILED).href);
  const { manualPages } = await import(new URL('cli/help/manual-page.js', COMPILED).href);
  const { stdout, stderr } = process;
  /** @type {Map<string, string>} */
  const pages = manualPages(
    await createProgram(undefined, { stdout, stderr, env: {}, invocation: 'satchel' }),
  );
  const directory = new URL('man/', OUTPUT);
  await mkdir(directory);
  for (const [name, text] of pages) {
    await writeFile(new URL(`${name}.gz`, directory), gzipSync(text, { level: 9 }));
  }
}

await rm(OUTPUT, { recursive: true, force: true });
await bundlePrograms();
await writeDeclarations(
  DOORS.map((door) => `library/${door}.d.ts`),
  COMPILED,
  OUTPUT,
);
for (const { from, to } of [...COPIED.map((path) => ({ from: `${SOURCES}${path}`, to: path })), FONT]) {
  for (const folder of [OUTPUT, COMPILED]) {
    await mkdir(new URL('.', new URL(to, folder)), { recursive: true }); // The compiler creates no folder without a module.
    await copyFile(from, new URL(to, folder));
  }
}
await bundleSiteSearch();
await writeManualPages();
await writeOutputSchemas();
await writeSchemas();
