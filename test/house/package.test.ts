import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { describe, expect, it } from 'vitest';
import { makeForeignProject } from '../library/foreign-project.ts';
import { linksOf, readDocuments } from './documents.ts';
import { readTree } from './house-rules.ts';
import { PACKAGE, TARBALL } from './packed-program.ts';

const PROJECT = new URL('../../', import.meta.url);

const MANIFEST: Record<'dependencies' | 'peerDependencies', Record<string, string>> = JSON.parse(
  readFileSync(new URL('package.json', PROJECT), 'utf8'),
);

/** The packages of the lockfile, by their places. */
const {
  '': _,
  ...LOCKED
}: Record<string, Record<'dev' | 'peer' | 'devOptional', boolean> & { version: string }> = JSON.parse(
  readFileSync(new URL('package-lock.json', PROJECT), 'utf8'),
).packages;

/** How modules of `src` load packages. */
const LOADED =
  /\b(?:from |import\(|require\(|\(import\.meta\.url\)\()'((?:@[\w-]+\/)?[a-z][\w.-]*)(?:\/[^']*)?'/g;

function withoutTypes(code: string): string {
  return code.replaceAll(/^import type [^;]*;|typeof import\([^)]*\)/gm, '');
}

/** The sizes of the files in the tarball, by path. */
function packedFiles(): ReadonlyMap<string, number> {
  const lines = execFileSync('tar', ['-tvzf', TARBALL], { encoding: 'utf8' }).trim().split('\n');
  return new Map(
    lines.map((line) => {
      const [, , size = '', , , path = ''] = line.split(/\s+/);
      return [path.replace('package/', ''), Number(size)];
    }),
  );
}

describe('the package', () => {
  it('contains the program and the schemas, and nothing that only a clone needs', () => {
    const files = packedFiles();
    expect([...files.keys()]).toEqual(
      expect.arrayContaining(['dist/cli/main.js', 'dist/index.js', 'schemas/store/history.sql']),
    );
    expect(
      [...files.keys()].filter((path) =>
        /\.map$|\.tsbuildinfo$|^(src|test|bench|build|compiled|samples)\//.test(path),
      ),
    ).toEqual([]);
  });

  it('has documents whose links and images lead to files that it contains', () => {
    const files = [...packedFiles().keys()];
    const links = files
      .filter((path) => path.endsWith('.md'))
      .flatMap((path) => linksOf(path, readFileSync(new URL(path, PACKAGE), 'utf8')));
    expect(links.length).toBeGreaterThan(300);
    const dead = links.filter(
      ({ path }) => !files.some((file) => file === path || file.startsWith(`${path}/`)),
    );
    expect(dead.map(({ from, path }) => `${from} -> ${path}`)).toEqual([]);
  });

  it('is smaller than 7.2 MB, of which 1.4 MB are of other packages and 1 MB documents, in fewer than 800 files', () => {
    const files = [...packedFiles()];
    const sizeOf = (some: typeof files) => some.reduce((sum, [, bytes]) => sum + bytes, 0);
    const foreign = files.filter(([path]) => /^dist\/(?:packages\/|THIRD-PARTY)/.test(path));
    expect(foreign.length).toBeGreaterThan(20);
    expect(sizeOf(foreign)).toBeLessThan(1_400_000);
    const documents = files.filter(([path]) => /^docs\/|\.md$/.test(path));
    expect(sizeOf(documents)).toBeLessThan(1_000_000);
    expect(sizeOf(files)).toBeLessThan(7_300_000);
    expect(files.length).toBeLessThan(800);
  });

  it('is installed with fewer than 70 other packages', () => {
    const installed = Object.values(LOCKED).filter(
      ({ dev, peer, devOptional }) => !dev && !peer && !devOptional,
    );
    expect(installed.length).toBeGreaterThan(20);
    expect(installed.length).toBeLessThan(70);
  });

  it('names each package that it contains, with version and licence, and each other one as a dependency', () => {
    const notices = readFileSync(new URL('dist/THIRD-PARTY-LICENSES.txt', PACKAGE), 'utf8').split(/^-{80}$/m);
    const texts = new Map(notices.map((text, at) => [text.trim().split(' (')[0], notices[at + 1] ?? '']));
    const { dependencies, peerDependencies } = MANIFEST;
    const used = [...readTree(fileURLToPath(PROJECT), 'src').values()].flatMap((code) =>
      Array.from(withoutTypes(code).matchAll(LOADED), ([, name = '']) => name),
    );
    const contained = [...new Set(used)].filter(
      (name) => !(name in { ...dependencies, ...peerDependencies }),
    );
    expect(contained).toEqual(expect.arrayContaining(['highlight.js', 'hono', 'sanitize-html', 'temml']));
    for (const name of contained) {
      const text = texts.get(`${name}@${LOCKED[`node_modules/${name}`]?.version}`);
      expect(text, name).toMatch(/copyright/i);
    }
  });

  it('needs nothing but Node when a bundler puts what is imported of it into a program', async () => {
    const outside = new Set<string>();
    const bundle = await rolldown({
      input: 'program',
      platform: 'node',
      plugins: [
        {
          name: 'program',
          resolveId(id) {
            if (/^[@a-z]/.test(id) && id !== 'program' && !isBuiltin(id)) {
              outside.add(id);
              return { id, external: true };
            }
            return id === 'program' ? id : null;
          },
          load: (id) =>
            id === 'program'
              ? `import { Failure } from '${fileURLToPath(new URL('dist/library/client.js', PACKAGE))}';\nconsole.log(Failure);`
              : null,
        },
      ],
    });
    const { output } = await bundle.generate({ format: 'esm' });
    await bundle.close();
    expect(output.map(({ fileName }) => fileName)).toEqual(['program.js']);
    const [{ code, imports, dynamicImports }] = output;
    expect(imports.filter((name) => !isBuiltin(name))).toEqual([]);
    expect(dynamicImports).toEqual([]);
    expect(code.length).toBeLessThan(100_000);
    expect([...outside]).toContain('age-encryption'); // It comes as far as the functions that call it.
  });

  it('leaves packages that may be absent for run time, as bundlers require it', () => {
    const code = [...packedFiles().keys()]
      .filter((path) => /^dist\/.*\.js$/.test(path))
      .map((path) => readFileSync(new URL(path, PACKAGE), 'utf8'));
    const imports = code.flatMap(
      (text) => text.match(/\bimport\([^)]*"@(?:aws-sdk|duckdb)\/[^)]*\)\.?\w*/g) ?? [],
    );
    expect(imports.sort()).toEqual([
      'import(/* webpackIgnore: true */ "@aws-sdk/client-s3").catch',
      'import(/* webpackIgnore: true */ "@duckdb/node-api").catch',
    ]);
    expect(code.filter((text) => /new URL\("[^"]+", import\.meta\.url\)/.test(text))).toEqual([]);
  });

  it('has types that a strict consumer compiles without skipping those of libraries', () => {
    const use = "import { openStore } from 'satchel';\nexport const open: typeof openStore = openStore;\n";
    expect(faultsOf([use])).toBe('');
  });

  it('has types with which the examples of its guide and its README compile', () => {
    const documents = readDocuments();
    const texts = ['docs/guides/library.md', 'README.md'].map((name) => documents.get(name) ?? '').join('\n');
    const examples = [...texts.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, example = '']) => example);
    expect(examples.length).toBeGreaterThan(3);
    expect(faultsOf(examples)).toBe('');
  });
});

/** What the compiler says of modules that import the package, in a strict project outside of this one. */
function faultsOf(modules: readonly string[]): string {
  const named = modules.map((text, index) => [`use-${index}.mts`, text] as const);
  return makeForeignProject().compile(Object.fromEntries(named), {
    noEmit: true,
    exactOptionalPropertyTypes: false, // The types of Node contradict it.
    target: 'ES2023',
    lib: ['ES2023'],
  });
}
