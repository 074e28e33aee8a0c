import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { MAIN } from '../../house/packed-program.ts';
import { temporaryDirectory } from '../../store/support/temporary-directory.ts';

const SAMPLE = fileURLToPath(new URL('../../../samples/current.tar.gz', import.meta.url));

describe('commands that read the files of a store', () => {
  it('find those of a vault as those next to a store', () => {
    const home = temporaryDirectory();
    const run = (...args: readonly string[]) =>
      execFileSync(process.execPath, [MAIN, ...args], {
        cwd: home,
        encoding: 'utf8',
        env: { PATH: process.env['PATH'], HOME: home },
      });
    run('load', SAMPLE, '--db', 'alone.db', '--quiet');
    run('vault', 'import', SAMPLE, '--vault', 'kept', '--quiet');
    const reports = [
      ['--db', 'alone.db'],
      ['--vault', 'kept'],
    ].map((place, index) => {
      const site = JSON.parse(
        run('site', `site-${index}`, ...place, '--json')
          .trim()
          .split('\n')
          .at(-1) ?? '',
      );
      const view = run('repo', 'view', 'asterholm-mira/tidewatch', ...place, '--no-pager');
      return { failed: site.failed, files: site.files, view };
    });
    expect(reports[0]).toMatchObject({ failed: 0, view: expect.stringMatching(/tidewatch[\s\S]{500}/) });
    expect(reports[0]?.files).toBeGreaterThan(0);
    expect(reports[1]).toEqual(reports[0]);
    const pages = readdirSync(join(home, 'site-1'), { recursive: true, encoding: 'utf8' });
    const faulty = pages.filter(
      (page) =>
        page.endsWith('.html') && readFileSync(join(home, 'site-1', page), 'utf8').includes('git failed'),
    );
    expect(faulty).toEqual([]);
  });
});
