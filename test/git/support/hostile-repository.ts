import { execFileSync } from 'node:child_process';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { asOurs, git, searchPath } from './make-repository.ts';

/** Unusual and hostile names of files. */
export const ODD_NAMES = [
  'line\nfeed.txt',
  'quote"and\\backslash.txt',
  'tab\tand\rreturn',
  '-x',
  '--output=owned',
  ':(glob)**',
  '*.txt',
  '\u202etxt.exe',
  '<img src=x onerror=alert(1)>.md',
  'été 漢字 🎉',
  'a..b~^@{u}',
  ' leading and trailing ',
] as const;

export function contentOf(name: string): string {
  return `${name.length}\n`;
}

export interface HostileRepository {
  readonly directory: string;
  readonly commits: Readonly<Record<'first' | 'odd' | 'changed', string>>;
}

function write(directory: string, input: string | Buffer, ...arguments_: readonly string[]): string {
  return execFileSync('git', [`--git-dir=${directory}`, ...arguments_], {
    input,
    env: { PATH: searchPath, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: devNull },
  })
    .toString('utf8')
    .trim();
}

function writeBlob(directory: string, content: string | Buffer): string {
  return write(directory, content, 'hash-object', '-w', '--stdin');
}

function writeTree(
  directory: string,
  rows: readonly (readonly [mode: string, type: string, id: string, name: string])[],
): string {
  const input = rows.map(([mode, type, id, name]) => `${mode} ${type} ${id}\t${name}\0`).join('');
  return write(directory, input, 'mktree', '-z', '--missing');
}

function writeCommit(directory: string, tree: string, parents: readonly string[], message: string): string {
  const text = [
    `tree ${tree}`,
    ...parents.map((parent) => `parent ${parent}`),
    'author Mira <mira@example.org> 1700000000 +0200',
    'committer Bot\u202e <bot@example.org> 1700000000 +0000',
    '',
    message,
  ].join('\n');
  return write(directory, text, 'hash-object', '-w', '-t', 'commit', '--stdin', '--literally');
}

/** Creates a bare repository with names, modes and sizes that break careless readers. */
export function makeHostileRepository(root: string): HostileRepository {
  const directory = join(root, 'hostile.git');
  git(root, 'init', '-q', '-b', 'main', '--bare', directory);
  const blob = (content: string | Buffer) => writeBlob(directory, content);
  const first = writeCommit(directory, writeTree(directory, []), [], 'nothing');
  const odd = ODD_NAMES.map((name) => ['100644', 'blob', blob(contentOf(name)), name] as const);
  const rest = (word: string) =>
    [
      ['120000', 'blob', blob('/etc/passwd'), 'link'],
      ['160000', 'commit', '1234567890123456789012345678901234567890', 'submodule'],
      ['100755', 'blob', blob('#!/bin/sh\n'), 'program'],
      ['100644', 'blob', blob(Buffer.from([0, 1, 2, 255, 254, word.length])), 'binary'],
      ['100644', 'blob', blob(`@@ -1 +1 @@\ndiff --git a/x b/x\n--- a\n+++ b\n${word}\n`), 'patchlike'],
      [
        '100644',
        'blob',
        blob('[core]\n\thooksPath = .\n[diff "x"]\n\ttextconv = touch /tmp/owned\n'),
        'config',
      ],
      ['100644', 'blob', blob('* diff=x filter=x text working-tree-encoding=utf-16\n'), '.gitattributes'],
    ] as const;
  const oddCommit = writeCommit(
    directory,
    writeTree(directory, [...odd, ...rest('old')]),
    [first],
    'odd\nnames\n\n<b>body</b>\n',
  );
  const changed = writeCommit(
    directory,
    writeTree(directory, [
      ...odd.map(([mode, type, , name]) => [mode, type, blob(`${contentOf(name)}more\n`), name] as const),
      ...rest('newer').filter(([, , , name]) => name !== 'link'),
      ['100644', 'blob', blob('no link any more'), 'link'],
    ]),
    [oddCommit],
    'change all of them',
  );
  git(directory, 'update-ref', 'refs/heads/main', changed);
  git(directory, 'update-ref', 'refs/heads/-x', changed);
  git(directory, 'update-ref', 'refs/heads/feature/é<b>', oddCommit);
  git(directory, 'update-ref', 'refs/pull/7/head', oddCommit);
  asOurs(directory);
  return { directory, commits: { first, odd: oddCommit, changed } };
}
