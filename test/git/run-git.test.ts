import { appendFileSync, chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { OwnRepository } from '../../src/git/own-repository.ts';
import { findGit, type GitCall, runGit } from '../../src/git/run-git.ts';
import { temporaryFolder } from '../house/afterwards.ts';
import { makeRepository, searchPath } from './support/make-repository.ts';

async function linesOf(call: Omit<GitCall, 'searchPath' | 'onLine'>): Promise<readonly string[]> {
  const lines: string[] = [];
  await runGit({
    ...call,
    searchPath,
    onLine: (line, channel) => {
      if (channel === 'output') {
        lines.push(line);
      }
    },
  });
  return lines;
}

/** A repository whose configuration is not ours: these tests show that the flags hold by themselves. */
function trusted(directory: string): OwnRepository {
  return directory as OwnRepository;
}

/** Writes a program named `git` into a new folder. */
function makeProgram(script: string): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'git'), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, 'git'), 0o755);
  return `${folder}:${searchPath}`;
}

describe('runGit()', () => {
  it('returns lines and the exit status', async () => {
    const repository = trusted(makeRepository(temporaryFolder()));
    const lines = await linesOf({ repository, command: ['listFiles', { commit: 'main' }] });
    expect(lines.join('').split('\0')).toEqual(['first.txt', 'second.txt', 'third.txt', '']);
    const ending = await runGit({
      searchPath,
      repository,
      command: ['listFiles', { commit: 'refs/heads/none' }],
    });
    expect(ending).toEqual({ status: 128, stoppedBy: undefined });
  });

  it('feeds input as fast as git reads it, also if git reads none', async () => {
    const repository = trusted(makeRepository(temporaryFolder()));
    const input = Array.from({ length: 20_000 }, () => 'HEAD\n');
    const lines = await linesOf({ repository, command: ['findObjects', {}], input });
    expect(lines).toHaveLength(20_000);
    const ending = await runGit({ searchPath, repository, command: ['version', {}], input });
    expect(ending.status).toBe(0);
  });

  it('passes nothing of the environment on but the search path', async () => {
    const lines: string[] = [];
    process.env['GIT_TRACE'] = '1';
    try {
      await runGit({
        searchPath: makeProgram('env'),
        command: ['version', {}],
        onLine: (line) => lines.push(line),
      });
    } finally {
      delete process.env['GIT_TRACE'];
    }
    // The shell of the stand-in adds the last two.
    expect(
      lines
        .map((line) => line.split('=')[0])
        .filter((name) => name !== 'PWD' && name !== '_')
        .sort(),
    ).toEqual([
      'GIT_ALLOC_LIMIT',
      'GIT_ALLOW_PROTOCOL',
      'GIT_ATTR_NOSYSTEM',
      'GIT_CONFIG_GLOBAL',
      'GIT_CONFIG_NOSYSTEM',
      'GIT_DIR',
      'GIT_LITERAL_PATHSPECS',
      'GIT_NO_LAZY_FETCH',
      'GIT_OPTIONAL_LOCKS',
      'GIT_TERMINAL_PROMPT',
      'HOME',
      'LC_ALL',
      'PATH',
    ]);
  });

  it('stops git that prints too much', async () => {
    const ending = await runGit({
      searchPath: makeProgram('exec yes'),
      command: ['version', {}],
      maxOutputBytes: 1_000,
    });
    expect(ending).toEqual({ status: undefined, stoppedBy: 'output' });
  });

  it('stops git that takes too long', async () => {
    const ending = await runGit({
      searchPath: makeProgram('exec sleep 60'),
      command: ['version', {}],
      timeoutMs: 20,
    });
    expect(ending).toEqual({ status: undefined, stoppedBy: 'time' });
  });

  it('distinguishes a crash from its own limits', async () => {
    const ending = await runGit({ searchPath: makeProgram('kill -SEGV $$'), command: ['version', {}] });
    expect(ending).toEqual({ status: undefined, stoppedBy: undefined });
  });

  it('rejects with the reason of the signal once the process is gone', async () => {
    const control = new AbortController();
    const reason = new Error('enough');
    const folder = temporaryFolder();
    const running = runGit({
      searchPath: makeProgram(`echo $$ > ${folder}/pid; echo ready; exec sleep 60`),
      command: ['version', {}],
      signal: control.signal,
      onLine: () => control.abort(reason),
    });
    await expect(running).rejects.toBe(reason);
    expect(readdirSync(folder)).toEqual(['pid']);
    await expect(runGit({ searchPath, command: ['version', {}], signal: control.signal })).rejects.toBe(
      reason,
    );
  });

  it.each([
    ['of its time limit', { timeoutMs: 300 }],
    ['of its output', { maxOutputBytes: 1 }],
  ])(
    'ends what git has started with it, because %s',
    async (_what, limit) => {
      const searchPath = makeProgram('sleep 60 & echo ready; wait');
      const { status } = await runGit({ searchPath, command: ['version', {}], ...limit });
      expect(status).toBeUndefined();
    },
    20_000,
  );

  it('rethrows what the line callback throws, and leaves no process behind', async () => {
    const running = runGit({
      searchPath: makeProgram('echo one; exec sleep 60'),
      command: ['version', {}],
      onLine() {
        throw new RangeError('too much');
      },
    });
    await expect(running).rejects.toThrow(RangeError);
  });

  it('fails with git-missing without git', async () => {
    const running = runGit({ searchPath: temporaryFolder(), command: ['version', {}] });
    await expect(running).rejects.toMatchObject({ code: 'git-missing', hint: 'Install git' });
    const timers = process.getActiveResourcesInfo().filter((name) => name === 'Timeout');
    const others = runGit({ searchPath: temporaryFolder(), command: ['version', {}] });
    await expect(others).rejects.toMatchObject({ code: 'git-missing' });
    expect(process.getActiveResourcesInfo().filter((name) => name === 'Timeout')).toEqual(timers);
  });

  it('runs no program that a hostile repository names', async () => {
    const root = temporaryFolder();
    const bare = makeRepository(root);
    const marker = join(root, 'marker');
    const program = join(root, 'program');
    writeFileSync(program, `#!/bin/sh\necho ran >> ${marker}\n`);
    chmodSync(program, 0o755);
    mkdirSync(join(bare, 'hooks'), { recursive: true });
    for (const hook of ['reference-transaction', 'post-checkout', 'pre-auto-gc', 'fsmonitor-watchman']) {
      writeFileSync(join(bare, 'hooks', hook), `#!/bin/sh\necho ran >> ${marker}\n`);
      chmodSync(join(bare, 'hooks', hook), 0o755);
    }
    appendFileSync(
      join(bare, 'config'),
      [
        `[core]\n\tfsmonitor = ${program}\n\thooksPath = ${join(bare, 'hooks')}\n\tpager = ${program}`,
        `\tsshCommand = ${program}\n\taskPass = ${program}\n\talternateRefsCommand = ${program}\n\tgitProxy = ${program}`,
        `[alias]\n\tfsck = !${program}\n\tfor-each-ref = !${program}\n\tcat-file = !${program}`,
        `[diff]\n\texternal = ${program}\n[filter "x"]\n\tsmudge = ${program}\n\tprocess = ${program}`,
        `[remote "origin"]\n\turl = ext::${program}\n\tpromisor = true\n\tpartialCloneFilter = blob:none`,
        `[extensions]\n\tpartialClone = origin\n[pager]\n\tlog = ${program}\n\tfsck = ${program}\n`,
      ].join('\n'),
    );
    const absentId = 'e'.repeat(40);
    await linesOf({ repository: trusted(bare), command: ['check', {}] });
    await linesOf({ repository: trusted(bare), command: ['listRefs', {}] });
    await linesOf({ repository: trusted(bare), command: ['searchMessages', { texts: [] }] });
    await linesOf({ repository: trusted(bare), command: ['findObjects', {}], input: [`${absentId}\n`] });
    expect(existsSync(marker)).toBe(false);
  });
});

describe('findGit()', () => {
  it('names the version', async () => {
    expect(await findGit({ searchPath })).toMatch(/^\d+\.\d+/);
  });

  it('fails with git-missing without git', async () => {
    await expect(findGit({ searchPath: temporaryFolder() })).rejects.toMatchObject({ code: 'git-missing' });
  });
});
