import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../house/afterwards.ts';
import { IS_LONG } from '../../house/long-run.ts';
import { TARBALL } from '../../house/packed-program.ts';

const QUIET = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];

/** The ways to install Satchel. Each compiles the driver, which takes a minute or more. */
const WAYS = [
  ['npm install', ['install', '--prefix', 'HERE', TARBALL]],
  ['npm install -g', ['install', '--global', '--prefix', 'HERE', TARBALL]],
  ['npx', ['exec', '--yes', '--cache', 'HERE', '--package', TARBALL, '--', 'satchel', '--version']],
] as const;

it.runIf(IS_LONG).each(WAYS)(
  'the cure for a driver that npm did not build works after %s',
  async (_, args) => {
    const here = temporaryFolder();
    execFileSync('npm', [...args.map((arg) => (arg === 'HERE' ? here : arg)).toSpliced(1, 0, ...QUIET)], {
      cwd: here,
      stdio: 'ignore',
    });
    const main = execFileSync('find', [here, '-path', '*/node_modules/satchel/dist/cli/main.js'], {
      encoding: 'utf8',
    }).trim();
    const demo = () =>
      spawnSync(process.execPath, [main, 'demo', '--vault', join(here, 'vault')], {
        encoding: 'utf8',
        env: { PATH: process.env['PATH'], HOME: here },
      });
    const { status, stderr } = demo();
    expect(status).toBe(1);
    const [, cure = ''] = /with: (npm .*?) \(building/.exec(stderr) ?? [];
    expect(cure).not.toBe('');
    execFileSync('sh', ['-c', cure], { cwd: here, stdio: 'ignore' });
    expect(demo().status).toBe(0);
  },
  1_800_000,
);
