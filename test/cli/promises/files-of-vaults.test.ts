import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../house/afterwards.ts';
import { MAIN } from '../../house/packed-program.ts';

const SAMPLE = fileURLToPath(new URL('../../../samples/current.tar.gz', import.meta.url));
const OWNER = 'asterholm-mira';

describe('commands that read the files of a store', () => {
  it('find those of a vault, which are not next to its store', () => {
    const home = temporaryFolder();
    const run = (...args: readonly string[]) =>
      execFileSync(process.execPath, [MAIN, ...args, '--vault', 'vault'], {
        cwd: home,
        encoding: 'utf8',
        env: { PATH: process.env['PATH'], HOME: home },
      });
    run('vault', 'import', SAMPLE, '--quiet');
    expect(run('repo', 'view', `${OWNER}/tidewatch`, '--no-pager')).toMatch(/tidewatch[\s\S]{500}/);
    const summary = run('site', 'site', '--account', OWNER, '--json').trim().split('\n').at(-1);
    const { failed, files } = JSON.parse(summary ?? '');
    expect(failed).toBe(0);
    expect(files).toBeGreaterThan(0);
    const pages = readdirSync(join(home, 'site'), { recursive: true, encoding: 'utf8' });
    const faulty = pages.filter(
      (page) =>
        page.endsWith('.html') && readFileSync(join(home, 'site', page), 'utf8').includes('git failed'),
    );
    expect(faulty).toEqual([]);
  });
});
