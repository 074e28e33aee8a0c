import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { Failure } from '../../../../src/model/failure.ts';
import { createBareRepository } from '../../../../src/sandbox/world/git/create-repositories.ts';
import { findGit, SANDBOX_GIT_CALLS } from '../../../../src/sandbox/world/git/run-git.ts';
import { temporaryFolder } from '../../../house/afterwards.ts';

const directory = temporaryFolder();
const environment = { ...process.env };

afterEach(() => {
  process.env = { ...environment };
});

/** A new repository, for which git is not run. */
const EMPTY = { defaultBranch: 'main', commits: [], refs: [], tags: [] };

describe('findGit()', () => {
  it('runs git, and fails with its own words', async () => {
    const git = await findGit();
    const path = join(directory, 'first.git');
    await createBareRepository(git, EMPTY, path);
    await git.run('packRefs', path);
    await expect(git.run('packRefs', directory)).rejects.toThrow(/not a git repository/);
    await expect(git.run('packRefs', directory)).rejects.toBeInstanceOf(Failure);
  });

  it("is deaf to the caller's environment and configuration", async () => {
    const configuration = join(directory, 'hostile.config');
    writeFileSync(configuration, '[core]\n\trepositoryformatversion = 99\n');
    process.env['GIT_CONFIG_GLOBAL'] = configuration;
    process.env['GIT_CONFIG_COUNT'] = 'nonsense';
    process.env['GIT_DIR'] = '/nowhere';
    const git = await findGit();
    const path = join(directory, 'fresh.git');
    await createBareRepository(git, EMPTY, path);
    await git.run('packRefs', path);
    expect(existsSync(join(path, 'packed-refs'))).toBe(true);
  });

  it('runs the calls of the table, each with its own repository, away from the current folder', async () => {
    const log = join(directory, 'log');
    const lines = [
      '#!/bin/sh',
      `if [ "$1" = --exec-path ]; then echo '${directory}'; exit; fi`,
      `echo "$@" >> '${log}'; pwd >> '${log}'; /usr/bin/env | /usr/bin/sort >> '${log}'`,
    ];
    writeFileSync(join(directory, 'git'), `${lines.join('\n')}\n`);
    chmodSync(join(directory, 'git'), 0o755);
    process.env['PATH'] = `${directory}:${process.env['PATH']}`;
    const git = await findGit();
    for (const call of ['importHistory', 'packRefs'] as const) {
      writeFileSync(log, '');
      await git.run(call, join(directory, 'a.git'));
      const seen = readFileSync(log, 'utf8').trim().split('\n');
      expect(seen.filter((line) => !/^(?:PWD|OLDPWD|SHLVL|_)=/.test(line))).toEqual([
        ['-c core.hooksPath=/dev/null -c core.fsmonitor=', ...SANDBOX_GIT_CALLS[call]].join(' '),
        '/',
        'GIT_ALLOW_PROTOCOL=none',
        'GIT_ATTR_NOSYSTEM=1',
        'GIT_CONFIG_GLOBAL=/dev/null',
        'GIT_CONFIG_NOSYSTEM=1',
        `GIT_DIR=${join(directory, 'a.git')}`,
        'GIT_TERMINAL_PROMPT=0',
        'HOME=/dev/null',
        'LC_ALL=C',
      ]);
    }
  });

  it('says if there is no git', async () => {
    process.env['PATH'] = join(directory, 'nowhere');
    await expect(findGit()).rejects.toThrow(
      'Cannot create a git repository: the program "git" was not found',
    );
  });

  it('survives a program that ends before it has read its input', async () => {
    const git = await findGit();
    const endless = Array.from({ length: 2_000 }, () => 'x'.repeat(1_000));
    const path = join(directory, 'second.git');
    await createBareRepository(git, EMPTY, path);
    await git.run('packRefs', path, endless);
  });
});
