import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { extract } from 'tar';
import { CURRENT } from '../../house/samples.ts';

/** The repository whose names are not UTF-8. */
export const REPOSITORY = 'northquay-works/ferrylight';

const latin1 = (text: string) => Buffer.from(text, 'latin1');

/** Branches and a tag, as bytes; the first is the default branch. No-break space may be the last character of a name. */
export const REFS = [
  'refs/heads/caf\xe9',
  'refs/heads/caf\xe8',
  'refs/heads/nb\xc2\xa0sp\xc2\xa0',
  'refs/tags/v\xe9',
];

/** Uploads that no record names, as bytes: two names, and one that only looks like one of them. */
export const UPLOADS = [
  'attachments/x\xff/caf\xe9.txt',
  'attachments/x\xff/caf\xe8.txt',
  'attachments/x\xff/caf\\xe9.txt',
];

/** An upload whose name a record has in the other form. */
export const DECOMPOSED = 'repository_files/1472326684/mesures \u00e9t\u00e9.txt';

/** Writes the sample with such names, as a folder `source` and as `source.tar.gz`. */
export async function writeArchiveOfBytes(directory: string): Promise<void> {
  const source = join(directory, 'source');
  mkdirSync(source);
  await extract({ file: CURRENT, cwd: source });
  for (const name of UPLOADS) {
    const path = Buffer.concat([Buffer.from(`${source}/`), latin1(name)]);
    mkdirSync(path.subarray(0, path.lastIndexOf('/')), { recursive: true });
    writeFileSync(path, `the file ${Buffer.from(name).toString('hex')}\n`);
  }
  renameSync(join(source, DECOMPOSED), join(source, DECOMPOSED.normalize('NFD')));
  addNames(join(source, 'repositories', `${REPOSITORY}.git`));
  execFileSync('tar', ['-czf', join(directory, 'source.tar.gz'), '-C', source, '.']);
}

function addNames(bare: string): void {
  const git = (args: readonly string[], input: Buffer, env: Readonly<Record<string, string>> = {}) =>
    execFileSync('git', ['-c', 'safe.directory=*', '--git-dir', bare, ...args], {
      input,
      env: { PATH: process.env['PATH'], ...env },
    })
      .toString()
      .trim();
  const write = (text: string) => git(['hash-object', '-w', '--stdin'], Buffer.from(text));
  const entry = (name: string, text: string) => `100644 blob ${write(text)}\t${name}\0`;
  const tree = (...entries: readonly string[]) => git(['mktree', '-z'], latin1(entries.join('')));
  const folder = tree(entry('gr\xfc\xdfe.txt', 'in a folder\n'));
  const names = [
    entry('caf\xe9.txt', 'acute\n'),
    entry('caf\xe8.txt', 'grave\n'),
    entry('caf\\xe9.txt', 'backslash\n'),
    entry('nb\xc2\xa0', 'no break\n'),
    `040000 tree ${folder}\tbytes\xff\0`,
  ];
  const commit = (root: string, headers: string, message: string) =>
    git(
      ['hash-object', '-w', '-t', 'commit', '--stdin'],
      latin1(
        `tree ${root}\n${headers}author Jos\xe9 <jose@example.org> 1700000000 +0000\ncommitter Jos\xe9 <jose@example.org> 1700000000 +0000\n${message}`,
      ),
    );
  const first = commit(tree(...names), '', '\nCaf\xe9 for 2 \x80\n');
  const second = commit(
    tree(...names, entry('z', 'last\n')),
    `parent ${first}\n`,
    'encoding ISO-8859-15\n\nCaf\xe9 for 3 \xa4\n',
  );
  const lines = REFS.map((name, index) => `${index === 0 ? second : first} ${name}\n`).join('');
  appendFileSync(join(bare, 'packed-refs'), latin1(lines));
  writeFileSync(join(bare, 'HEAD'), latin1(`ref: ${REFS[0]}\n`));
}
