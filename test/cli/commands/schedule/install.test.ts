import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { configurationId } from '../../../../src/app/schedule/state-files.ts';
import { runSatchel } from '../../../../src/cli/program.ts';
import { writeConfig } from '../../../config/support/write-config.ts';
import { temporaryFolder } from '../../../house/afterwards.ts';
import { createRecordedContext } from '../../support/recorded-context.ts';

const CONFIG = `vault: v
time_zone: Europe/Berlin
accounts: { me: { token: "\${MY_TOKEN}" } }
jobs:
  nightly: { account: me, schedule: "30 3 * * *" }
  byhand: { account: me }
`;

async function install(
  args: readonly string[],
  env: Record<string, string> = {},
  given: string | undefined = undefined,
) {
  const home = temporaryFolder();
  const config = given ?? (await writeConfig(CONFIG));
  const context = createRecordedContext({ env: { HOME: home, PATH: process.env['PATH'] ?? '', ...env } });
  const status = await runSatchel(['schedule', 'install', '--config', config, ...args], context);
  return { status, out: context.out(), err: context.err(), home, config };
}

describe('satchel schedule install', () => {
  it.each(['systemd', 'cron', 'launchd'])(
    'prints files for %s, with jobs that have a schedule',
    async (kind) => {
      const { status, out } = await install([`--${kind}`]);
      expect(status).toBe(0);
      expect(out).toContain('nightly');
      expect(out).not.toContain('byhand');
    },
  );

  it('writes them atomically to the given place, and says what to do next', async () => {
    const folder = temporaryFolder();
    const { status, out, err, config } = await install(['--systemd', '--write', '--directory', folder]);
    const name = `satchel-${configurationId({ path: config })}`;
    expect([status, out]).toEqual([0, `${folder}/${name}@.service\n${folder}/${name}-nightly.timer\n`]);
    expect(await readFile(join(folder, `${name}@.service`), 'utf8')).toContain(`--config ${config} --job %i`);
    expect(err).toContain('Put MY_TOKEN as NAME=value into');
    expect(err).toContain(`enable --now ${name}-nightly.timer`);
    if (process.getuid?.() !== 0) {
      expect(err).toContain('loginctl enable-linger');
    }
    const environment = join(config, '..', 'satchel.environment');
    expect((await stat(environment)).mode & 0o777).toBe(0o600);
    expect(await readFile(environment, 'utf8')).toContain('# MY_TOKEN=');
  });

  it('refuses a path that would begin another line of a crontab or unit', async () => {
    const { status, err } = await install(
      ['--cron'],
      {},
      await writeConfig(CONFIG.replace('vault: v', 'vault: "v\\nroot"')),
    );
    expect([status, err]).toEqual([2, expect.stringContaining('contains a control character')]);
  });

  it('puts its lines into the crontab, and leaves the others alone', async () => {
    const bin = temporaryFolder();
    const tab = join(bin, 'tab');
    await mkdir(bin, { recursive: true });
    // As the real crontab: lists the table, or replaces it with standard input; listing fails if there is no table.
    await writeFile(
      join(bin, 'crontab'),
      `#!/bin/sh\nif [ "$1" = -l ]; then [ -f ${tab} ] && cat ${tab} || { echo "no crontab for mira" >&2; exit 1; }; else cat > ${tab}; fi\n`,
    );
    await chmod(join(bin, 'crontab'), 0o755);
    const PATH = `${bin}:${process.env['PATH']}`;
    const config = await writeConfig(CONFIG);
    const id = configurationId({ path: config });
    expect((await install(['--cron', '--write'], { PATH }, config)).status).toBe(0);
    expect(await readFile(tab, 'utf8')).toMatch(new RegExp(`^# satchel: begin ${id}\n`));
    await writeFile(tab, `5 5 * * * other\n${await readFile(tab, 'utf8')}6 6 * * * last\n`);
    expect((await install(['--cron', '--write'], { PATH }, config)).status).toBe(0);
    const once = await readFile(tab, 'utf8');
    expect(once).toMatch(
      new RegExp(
        `^5 5 \\* \\* \\* other\n# satchel: begin ${id}\n[^]*# satchel: end ${id}\n6 6 \\* \\* \\* last\n$`,
      ),
    );
    expect(once.match(/--job nightly/g)).toHaveLength(1);
    expect((await install(['--cron', '--write'], { PATH })).status).toBe(0);
    const text = await readFile(tab, 'utf8');
    expect(text.startsWith(once)).toBe(true);
    expect(text.match(/--job nightly/g)).toHaveLength(2);
    await writeFile(join(bin, 'crontab'), '#!/bin/sh\necho "you may not" >&2; exit 1\n');
    const refused = await install(['--cron', '--write'], { PATH });
    expect([refused.status, refused.err]).toEqual([1, expect.stringContaining('you may not')]);
    expect(await readFile(tab, 'utf8')).toBe(text);
  });

  it('requires a target', async () => {
    expect(await install([])).toMatchObject({
      status: 2,
      err: expect.stringContaining('Choose one target: --systemd'),
    });
    expect((await install(['--cron', '--systemd'])).status).toBe(2);
  });
});
