import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { proposeWords } from '../../../src/cli/completion/propose-words.ts';
import { pathOf } from '../../../src/cli/flags/variables.ts';
import { leavesOf } from '../../../src/cli/help/documented-command.ts';
import { runSatchel } from '../../../src/cli/program.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { MAIN } from '../../house/packed-program.ts';
import { createCommandContext, createRecordedContext } from '../support/recorded-context.ts';

async function scriptFor(shell: string): Promise<string> {
  const context = createRecordedContext();
  expect(await runSatchel(['completion', shell], context)).toBe(0);
  return context.out();
}

function exists(shell: string): boolean {
  return spawnSync(shell, ['--version']).error === undefined;
}

/** A folder with a file, a folder, the script, and the program that it asks. */
async function folderFor(shell: string): Promise<string> {
  const directory = temporaryFolder();
  mkdirSync(join(directory, 'my vault'));
  writeFileSync(join(directory, 'my archive.tar.gz'), '');
  writeFileSync(join(directory, 'script'), await scriptFor(shell));
  mkdirSync(join(directory, 'bin'));
  writeFileSync(join(directory, 'bin/satchel'), `#!/bin/sh\nexec '${process.execPath}' '${MAIN}' "$@"\n`);
  chmodSync(join(directory, 'bin/satchel'), 0o755);
  return directory;
}

/** How each shell prints what it proposes for a line, with a script that is read from `./script`. */
const SHELLS = {
  bash: (line: string) => {
    const words = line.replaceAll('=', ' = ').split(' ');
    const list = words.map((word) => `'${word}'`).join(' ');
    return `source ./script
COMP_WORDS=(${list}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _satchel satchel; printf '%s\\n' "\${COMPREPLY[@]}"`;
  },
  fish: (line: string) => `source ./script; complete -C '${line}' | string split -f 1 \\t`,
} as const;

function environmentOf(cwd: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    HOME: cwd,
    TERM: 'dumb',
    PATH: `${join(cwd, 'bin')}${delimiter}${process.env['PATH']}`,
  };
}

async function proposed(shell: keyof typeof SHELLS, line: string): Promise<readonly string[]> {
  const cwd = await folderFor(shell);
  const options = shell === 'bash' ? ['--norc', '--noprofile'] : ['--no-config'];
  const { stdout } = spawnSync(shell, [...options, '-c', SHELLS[shell](line)], {
    cwd,
    encoding: 'utf8',
    timeout: 30_000,
    env: environmentOf(cwd),
  });
  return stdout.split(/\r?\n/).map((word) => word.trim().replace(/[/=]$/, ''));
}

const existing = (['bash', 'fish'] as const).filter(exists);

describe.each(existing)('satchel completion %s', (shell) => {
  it('proposes commands and subcommands', async () => {
    expect(await proposed(shell, 'satchel ver')).toContain('verify');
    expect(await proposed(shell, 'satchel vault ')).toEqual(expect.arrayContaining(['list', 'forget']));
    expect(await proposed(shell, 'satchel help ret')).toContain('retention');
  });

  it('proposes the flags of a command, and of no other', async () => {
    const flags = await proposed(shell, 'satchel issue list --s');
    expect(flags).toEqual(expect.arrayContaining(['--state', '--search', '--sort']));
    expect(flags).not.toContain('--splitter');
  });

  it('proposes the values of a flag, also of one that other commands have with other values', async () => {
    expect(await proposed(shell, 'satchel backup --fork ')).toEqual(expect.arrayContaining(['no', 'only']));
    expect(await proposed(shell, 'satchel backup --fork=o')).toContainEqual(
      expect.stringMatching(/^(?:--fork=)?only$/),
    );
    expect(await proposed(shell, 'satchel pr list --state m')).toContain('merged');
    expect(await proposed(shell, 'satchel issue list --state m')).not.toContain('merged');
    expect(await proposed(shell, 'satchel completion f')).toContain('fish');
  });

  it('proposes files and folders for a path, and nothing else', async () => {
    expect(await proposed(shell, 'satchel verify my')).toContainEqual(
      expect.stringMatching(/^my\\? archive\.tar\.gz$/),
    );
    const folders = await proposed(shell, 'satchel backup --vault my');
    expect(folders).toContainEqual(expect.stringMatching(/^my\\? vault$/));
    expect(folders.join()).not.toContain('archive');
    expect((await proposed(shell, 'satchel issue list --author my')).join('')).toBe('');
  });
});

describe('satchel completion', () => {
  it.each(['bash', 'zsh', 'fish'].filter(exists))('prints a script that %s can parse', async (shell) => {
    const cwd = await folderFor(shell);
    const { status, stderr } = spawnSync(shell, ['-n', './script'], { cwd, encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  it.runIf(exists('pwsh'))('prints a script that PowerShell can run', async () => {
    const cwd = await folderFor('powershell');
    const ask = `. ./script.ps1; (TabExpansion2 'satchel backup --for' 20).CompletionMatches.CompletionText`;
    writeFileSync(join(cwd, 'script.ps1'), await scriptFor('powershell'));
    const options = { cwd, encoding: 'utf8', env: environmentOf(cwd) } as const;
    expect(spawnSync('pwsh', ['-NoProfile', '-c', ask], options).stdout).toContain('--fork');
  });

  it('proposes every flag of every command', async () => {
    const program = await createCommandContext().loadProgram();
    const missing = leavesOf(program).flatMap((leaf) => {
      const names = proposeWords('-', pathOf(leaf), program).words.map(([word]) => word);
      return leaf.options.filter(({ long }) => !names.includes(long ?? ''));
    });
    expect(missing).toEqual([]);
  });

  it.each([
    ['bash', 'words\nbash\nzsh\nfish\npowershell\n'],
    ['zsh', 'words\nbash:\nzsh:\nfish:\npowershell:\n'],
    ['fish', 'words\nbash\tbash\nzsh\tzsh\nfish\tfish\npowershell\tpowershell\n'],
  ])('answers the script of %s', async (shell, lines) => {
    const context = createRecordedContext();
    expect(await runSatchel(['completion', shell, '--at=', '--', 'completion'], context)).toBe(0);
    expect(context.out()).toBe(lines);
  });

  it('refuses an unknown shell', async () => {
    const context = createRecordedContext();
    expect(await runSatchel(['completion', 'tcsh'], context)).toBe(2);
    expect(context.err()).toContain('it must be one of bash, zsh, fish, powershell');
  });
});

describe('what completion knows beyond the program', () => {
  async function proposed(...words: readonly string[]): Promise<string> {
    const config = join(temporaryFolder(), 'satchel.yaml');
    writeFileSync(
      config,
      'vault: v\naccounts: { me: { token_file: t } }\njobs: { nightly: { account: me }, weekly: { account: me } }\n',
    );
    const context = createRecordedContext({ env: { SATCHEL_CONFIG: config } });
    expect(await runSatchel(['completion', 'fish', '--at=', '--', ...words], context)).toBe(0);
    return context.out();
  }

  it('proposes formats of dumps, saved queries and jobs', async () => {
    expect(await proposed('dump')).toMatch(/^words\n(?:.*\n)*csv\t/);
    expect(await proposed('query')).toMatch(/^words\n(?:.*\n)*[a-z-]+\t[A-Z]/);
    expect(await proposed('backup', '--job')).toBe('words\nnightly\tnightly\nweekly\tweekly\n');
    expect(await proposed('schedule', 'run', '--job')).toContain('nightly');
  });
});
