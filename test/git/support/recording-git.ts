import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import {
  GIT_CALLS,
  GIT_ENVIRONMENT,
  GIT_SETTINGS,
  type GitCallName,
  NETWORK_CALLS,
  NETWORK_SETTINGS,
} from '../../../src/git/git-calls.table.ts';
import { searchPath } from './make-repository.ts';

export interface GitStartSeen {
  readonly args: readonly string[];
  readonly directory: string;
  readonly env: Readonly<Record<string, string>>;
}

/** A program `git` that writes down how it was started, and starts git. */
export function recordGit(folder: string): { readonly searchPath: string; seen(): readonly GitStartSeen[] } {
  const log = join(folder, 'seen');
  const lines = [
    '#!/bin/sh',
    `{ printf 'argument\\t%s\\0' "$@"; printf 'directory\\t%s\\0' "$(pwd)"; env -0; printf 'end\\0'; } > '${log}'.$$`,
    `cat '${log}'.$$ >> '${log}'; rm '${log}'.$$`,
    `PATH='${searchPath}' exec git "$@"`,
  ];
  writeFileSync(join(folder, 'git'), `${lines.join('\n')}\n`);
  chmodSync(join(folder, 'git'), 0o755);
  return {
    searchPath: `${folder}${delimiter}${searchPath}`,
    seen: () =>
      existsSync(log)
        ? readFileSync(log, 'utf8')
            .split('end\0')
            .filter((text) => text !== '')
            .map(readStart)
        : [],
  };
}

function readStart(text: string): GitStartSeen {
  const fields = text.split('\0').filter((field) => field !== '');
  const of = (word: string) =>
    fields.filter((field) => field.startsWith(`${word}\t`)).map((field) => field.slice(word.length + 1));
  const variables = fields.filter((field) => /^[A-Za-z_]+[A-Za-z_0-9]*=/.test(field));
  return {
    args: of('argument'),
    directory: of('directory')[0] ?? '',
    env: Object.fromEntries(variables.map((field) => field.split(/=(.*)/s, 2))),
  };
}

/** The name of the row that a start follows to the letter; otherwise what differs. */
export function rowOf({ args, directory, env }: GitStartSeen): GitCallName | string {
  const gitDirectory = env['GIT_DIR'] ?? '';
  const hasRepository = gitDirectory !== '/dev/null';
  const options = [
    ...[...GIT_SETTINGS, ...(hasRepository ? [`safe.directory=${gitDirectory}`] : [])].flatMap((setting) => [
      '-c',
      setting,
    ]),
    ...['--no-pager', '--no-replace-objects'],
  ];
  if (args.slice(0, options.length).join('\0') !== options.join('\0')) {
    return `other options: ${args.join(' ')}`;
  }
  const command = args.slice(options.length).join('\0');
  const [name] = Object.entries(GIT_CALLS).find(([, row]) => patternOf(row).test(command)) ?? [];
  if (name === undefined) {
    return `not in the table: ${command.replaceAll('\0', ' ')}`;
  }
  const isRemote = NETWORK_CALLS.has(name as GitCallName);
  const odd = Object.entries(env).filter(([key, value]) => !isExpected(key, value, isRemote));
  const lacking = Object.keys(GIT_ENVIRONMENT).filter((key) => env[key] === undefined);
  if (odd.length > 0 || lacking.length > 0) {
    return `${name} has ${odd.join(' ')} and lacks ${lacking.join(' ')}`;
  }
  if (directory !== '/' || !gitDirectory.startsWith('/')) {
    return `${name} runs in ${directory} on ${gitDirectory}`;
  }
  return hasRepository === (name !== 'version') ? name : `${name} has the repository ${gitDirectory}`;
}

function isExpected(key: string, value: string, isRemote: boolean): boolean {
  const fixed: Readonly<Record<string, string>> = GIT_ENVIRONMENT;
  if (key === 'GIT_ALLOW_PROTOCOL') {
    return isRemote ? /^https?$/.test(value) : value === 'none';
  }
  if (fixed[key] !== undefined) {
    return fixed[key] === value;
  }
  const names = new Set(NETWORK_SETTINGS.map(([name]) => name as string));
  return (
    ['PATH', 'GIT_DIR', 'PWD', '_', 'SHLVL', 'OLDPWD'].includes(key) ||
    (isRemote &&
      (key === 'GIT_CONFIG_COUNT' ||
        /^GIT_CONFIG_VALUE_\d$/.test(key) ||
        (/^GIT_CONFIG_KEY_\d$/.test(key) &&
          (names.has(value) || value === 'http.sslCAInfo' || /^http\..+\.extraHeader$/.test(value)))))
  );
}

function patternOf(row: readonly string[]): RegExp {
  const parts = row.map((argument) => {
    const isList = argument.startsWith('{...');
    const text = argument
      .split(/\{[.\w]+\}/)
      .map((piece) => piece.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('[^\\0]*');
    return isList ? '(?:\\0[^\\0]*)*' : `\\0${text}`;
  });
  return new RegExp(`^${parts.join('')}$`.replace('^\\0', '^'));
}
