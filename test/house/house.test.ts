import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { HEAVY_FILES } from './heavy-files.table.ts';
import { findBreaches, findCircles, readArchitecture, readTree, type SourceTree } from './house-rules.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const markdown = readFileSync(`${root}ARCHITECTURE.md`, 'utf8');
const architecture = readArchitecture(markdown);
const tree = readTree(root, 'src');

/** A file of each room: rules are read from all files in the first test only. */
const few = new Map([...new Map([...tree].map((file) => [file[0].split('/')[1], file])).values()]);

function plant(path: string, text: string): SourceTree {
  return new Map([...few, [path, text]]);
}

describe('the house', () => {
  it('is as ARCHITECTURE.md describes it', () => {
    expect(findBreaches(tree, architecture)).toEqual([]);
  });

  it('has no circle of files, not even of types', () => {
    expect(findCircles(tree)).toEqual([]);
  });

  it('has a map short enough to be read', () => {
    expect(markdown.split('\n').length).toBeLessThan(200);
  });

  it('indents with spaces: the build removes tabs at the beginning of lines', () => {
    expect([...tree].filter(([, text]) => text.includes('\t')).map(([path]) => path)).toEqual([]);
  });

  it("keeps tests next to their file's path, or among the promises of a room", () => {
    const orphans = [...readTree(root, 'test').keys()]
      .filter(
        (path) =>
          path.endsWith('.test.ts') &&
          !/^test\/(?:house|service|spec|[^/]+\/(?:promises|conformance|browser))\//.test(path),
      )
      .map((path) => path.replace(/^test\//, 'src/').replace(/\.test\.ts$/, '.ts'))
      .filter((path) => !tree.has(path) && !tree.has(path.replace(/\.ts$/, '.table.ts')));
    expect(orphans).toEqual([]);
  });

  it("reads a vault's store in one place, and replaces it only under its lock", () => {
    const uses =
      /\b(?:copyFile|createReadStream|readFile|readPieces|digestOfFile|hasDigest|rename|link|open|rm|remove|writeFile|writeWholeFile|streamWholeFile)(?:Sync)?\(\s*(?:`\$\{)?(?:\w+\.)*storePath\b/;
    const users = [...tree].filter(([, text]) => uses.test(text)).map(([path]) => path);
    expect(users.sort()).toEqual([
      'src/keeping/bucket/fetch-store.ts',
      'src/keeping/rebuild-store.ts',
      'src/keeping/set-aside.ts',
    ]);
  });

  it('starts no heavy test file first that is not there', () => {
    const files = readTree(root, 'test');
    expect(Object.keys(HEAVY_FILES).filter((path) => !files.has(path))).toEqual([]);
  });

  it('names no registry host in the lockfile', () => {
    expect(readFileSync(`${root}package-lock.json`, 'utf8')).not.toContain('"resolved"');
  });

  it('locks the packages of every platform: npm ci refuses a lockfile that leaves one out', () => {
    const { packages }: { packages: Record<string, { optionalDependencies?: object }> } = JSON.parse(
      readFileSync(`${root}package-lock.json`, 'utf8'),
    );
    const missing = Object.values(packages)
      .flatMap(({ optionalDependencies }) => Object.keys(optionalDependencies ?? {}))
      .filter((name) => packages[`node_modules/${name}`] === undefined);
    expect(missing).toEqual([]);
  });
});

describe('findBreaches()', () => {
  it.each([
    [
      'an import that is not granted',
      'src/archive/planted.ts',
      "import { x } from '../store/store.ts';",
      'may not',
    ],
    [
      'an import of a private file',
      'src/backup/planted.ts',
      "import { x } from '../archive/threads/x.ts';",
      'a private file of archive',
    ],
    [
      'a lazy import that is not granted',
      'src/model/planted.ts',
      "await import('../client/x.ts');",
      'may not',
    ],
    [
      'a package of another room',
      'src/cli/planted.ts',
      "import { request } from 'undici';",
      'belongs to client',
    ],
    [
      'a deep import of such a package',
      'src/load/planted.ts',
      "import x from 'hono/tiny';",
      'belongs to browse and mcp and sandbox',
    ],
    ['the clock outside base', 'src/vault/planted.ts', 'const now = Date.now();', 'belongs to base'],
    ['chance outside base', 'src/client/planted.ts', 'const x = Math.random();', 'belongs to base'],
    [
      'the environment outside cli',
      'src/client/planted.ts',
      "const x = process.env['TOKEN'];",
      'belongs to library and cli',
    ],
    ['a line to the terminal outside cli', 'src/backup/planted.ts', "console.log('x');", 'belongs to cli'],
    [
      'a child process outside its owners',
      'src/vault/planted.ts',
      "import { spawn } from 'node:child_process';",
      'belongs to',
    ],
    ['a room without a row', 'src/cellar/wine.ts', '/** A cellar. */\n', 'not in the rooms table'],
    ['a door', 'src/base/index.ts', "export { x } from './clock.ts';\n", 'is a door'],
    ['a name that says nothing', 'src/base/string-utils.ts', '', 'says nothing'],
    ['a file without end', 'src/base/planted.ts', 'x\n'.repeat(301), 'more than 300'],
  ])('finds %s', (_what, path, text, words) => {
    const before = new Set(findBreaches(few, architecture));
    const found = findBreaches(plant(path, text), architecture).filter((breach) => !before.has(breach));
    expect(found.join('\n')).toContain(words);
    expect(found.every((breach) => breach.includes(path) || breach.includes('cellar'))).toBe(true);
  });

  it('finds a circle of types', () => {
    const circle = new Map([
      [
        'src/base/two.ts',
        "import {\n  type One,\n} from '../model/one.ts';\nimport { other } from './other.ts';",
      ],
      ['src/base/other.ts', ''],
      ['src/model/one.ts', "import type { Two } from '../base/two.ts';"],
    ]);
    expect(findCircles(circle)).toEqual(['src/base/two.ts → src/model/one.ts → src/base/two.ts']);
  });

  it('finds a row without a room', () => {
    const without = new Map([...tree].filter(([path]) => !path.startsWith('src/vault/')));
    expect(findBreaches(without, architecture)).toContain('room vault has no folder');
  });

  it('reads no breach out of comments', () => {
    const text = '/** Uses Date.now() elsewhere. */\n// process.env is not read here\nexport {};\n';
    expect(findBreaches(plant('src/base/planted.ts', text), architecture)).toEqual(
      findBreaches(few, architecture),
    );
  });
});
