import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from './afterwards.ts';
import { readDocuments } from './documents.ts';
import { FOLDER, PACKAGE, TARBALL } from './packed-program.ts';

const TSC = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));

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

  it('is smaller than 4 MB, in fewer than 800 files', () => {
    const sizes = [...packedFiles().values()];
    expect(sizes.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(4_000_000);
    expect(sizes.length).toBeLessThan(800);
  });

  it('has types that a strict consumer compiles without skipping those of libraries', () => {
    const use = "import { openStore } from 'satchel';\nexport const open: typeof openStore = openStore;\n";
    expect(faultsOf([use])).toBe('');
  });

  it('has types with which the examples of its guide compile', () => {
    const guide = readDocuments().get('docs/guides/library.md') ?? '';
    const examples = [...guide.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, example = '']) => example);
    expect(examples.length).toBeGreaterThan(3);
    expect(faultsOf(examples)).toBe('');
  });
});

/** What the compiler says of modules that import the package, in a strict project outside of this one. */
function faultsOf(modules: readonly string[]): string {
  const directory = temporaryFolder();
  mkdirSync(join(directory, 'node_modules'));
  symlinkSync(fileURLToPath(PACKAGE), join(directory, 'node_modules/satchel'));
  const compilerOptions = {
    strict: true,
    noEmit: true,
    module: 'NodeNext',
    target: 'ES2023',
    lib: ['ES2023'],
    types: ['node'],
    typeRoots: [join(FOLDER, 'node_modules/@types')],
  };
  const files = modules.map((text, index) => {
    writeFileSync(join(directory, `use-${index}.mts`), text);
    return `use-${index}.mts`;
  });
  writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  const { stdout, stderr } = spawnSync(process.execPath, [TSC, '-p', directory], { encoding: 'utf8' });
  return `${stdout}${stderr}`;
}
