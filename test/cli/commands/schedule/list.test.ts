import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runSatchel } from '../../../../src/cli/program.ts';
import { writeConfig } from '../../../config/support/write-config.ts';
import { createRecordedContext } from '../../support/recorded-context.ts';

const CONFIG = `vault: v
time_zone: Europe/Berlin
accounts: { me: {} }
jobs:
  nightly: { account: me, schedule: "30 2 * * *" }
  weekly: { account: me, schedule: "@weekly", time_zone: America/New_York }
  sometimes: { account: me }
`;

async function list(args: readonly string[], text = CONFIG) {
  const config = await writeConfig(text);
  const context = createRecordedContext({ env: { HOME: '/nowhere' } });
  const status = await runSatchel(['schedule', 'list', '--config', config, ...args], context);
  return { status, out: context.out(), err: context.err() };
}

describe('satchel schedule list', () => {
  it('says when the jobs run next, in their own zones', async () => {
    const { status, out } = await list(['--count', '2']);
    expect(status).toBe(0);
    expect(out).toBe(`nightly: At 02:30, every day (Europe/Berlin)
  Mon 2026-06-01 02:30 +02:00
  Tue 2026-06-02 02:30 +02:00
  (not run yet)
weekly: At 00:00, only on Sunday (America/New_York)
  Sun 2026-06-07 00:00 -04:00
  Sun 2026-06-14 00:00 -04:00
  (not run yet)
Without a schedule: sometimes
`);
  });

  it('shows the last run of a job without a schedule, although it only failed, but not that of another configuration', async () => {
    const [config, other] = [await writeConfig(CONFIG), await writeConfig(CONFIG)];
    const env = { HOME: join(config, '..') };
    const perform = async (...args: readonly string[]) => {
      const context = createRecordedContext({ env });
      const status = await runSatchel(['schedule', ...args], context);
      return { status, out: context.out() };
    };
    // There is no token.
    expect((await perform('run', '--config', config, '--job', 'sometimes')).status).not.toBe(0);
    const link = join(other, '..', 'link.yaml');
    await symlink(config, link);
    for (const path of [config, link]) {
      const { out } = await perform('list', '--config', path);
      expect(out).toMatch(/^sometimes: no schedule\n {2}\(last run: failed, /m);
    }
    expect((await perform('list', '--config', other)).out).toContain('Without a schedule: sometimes');
  });

  it('gives the same as JSON, in UTC', async () => {
    const { out } = await list(['--json', '--count', '1']);
    expect(JSON.parse(out)).toEqual([
      expect.objectContaining({
        job: 'nightly',
        time_zone: 'Europe/Berlin',
        next: ['2026-06-01T00:30:00.000Z'],
        last_outcome: null,
      }),
      expect.objectContaining({ job: 'weekly', next: ['2026-06-07T04:00:00.000Z'] }),
    ]);
  });

  it('says if there is no configuration, and how to make one', async () => {
    const context = createRecordedContext({ env: { HOME: '/nowhere', XDG_CONFIG_DIRS: '/nowhere/either' } });
    expect(await runSatchel(['schedule', 'list'], context)).toBe(10);
    expect(context.err()).toContain('Create one with "satchel init"');
    expect(context.err()).toContain('/nowhere/.config/satchel/satchel.yaml');
  });
});
