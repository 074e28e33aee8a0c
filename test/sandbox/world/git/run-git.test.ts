import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { Failure } from '../../../../src/base/index.ts';
import { findGit } from '../../../../src/sandbox/world/git/run-git.ts';
import { createTemporaryDirectory } from '../../support/temporary-directory.ts';

const directory = createTemporaryDirectory();
const environment = { ...process.env };

afterEach(() => {
  process.env = { ...environment };
});

describe('findGit()', () => {
  it('runs git, and fails with its own words', async () => {
    const git = await findGit();
    await git.run(['version']);
    await expect(git.run([`--git-dir=${directory}`, 'log'])).rejects.toThrow(/not a git repository/);
    await expect(git.run(['no-such-command'])).rejects.toBeInstanceOf(Failure);
  });

  it("is deaf to the caller's environment and configuration", async () => {
    const configuration = join(directory, 'hostile.config');
    writeFileSync(configuration, '[core]\n\trepositoryformatversion = 99\n');
    process.env['GIT_CONFIG_GLOBAL'] = configuration;
    process.env['GIT_CONFIG_COUNT'] = 'nonsense';
    process.env['GIT_DIR'] = '/nowhere';
    const git = await findGit();
    const path = join(directory, 'fresh.git');
    await git.run(['init', '--quiet', '--bare', '--template=', path]);
    await git.run([`--git-dir=${path}`, 'fsck']);
  });

  it('says if there is no git', async () => {
    process.env['PATH'] = directory;
    await expect(findGit()).rejects.toThrow(
      'Cannot create a git repository: the program "git" was not found',
    );
  });

  it('survives a program that ends before it has read its input', async () => {
    const git = await findGit();
    const endless = Array.from({ length: 2_000 }, () => 'x'.repeat(1_000));
    await git.run(['version'], endless);
  });
});
