import { describe, expect, it } from 'vitest';
import { type StarterAnswers, starterConfiguration } from '../../src/config/starter-configuration.ts';

import { examine } from './support/write-config.ts';

const ANSWERS: StarterAnswers = {
  ...{ baseUrl: undefined, organization: undefined, job: 'nightly', vault: '/srv/a: b # c' },
  ...{ schedule: '0 2 * * *', timeZone: 'Europe/Berlin', token: 'gh', pingVariable: undefined },
};

const DAY_MS = 86_400_000;

async function read(answers: Partial<StarterAnswers>, change = (text: string) => text) {
  const { configuration, lines } = await examine(
    change(starterConfiguration({ ...ANSWERS, ...answers }, DAY_MS)),
  );
  expect(lines).toEqual([]);
  return configuration;
}

/** The text with all settings that are comments in it. */
function uncommented(text: string): string {
  return text.replace(
    /^( *)#( *)(?=[a-z_]+:)/gm,
    (_, before, after) => before + ' '.repeat(after.length & ~1),
  );
}

describe('starterConfiguration()', () => {
  it('has the answers, and settings that differ from the defaults where it says so', async () => {
    expect(await read({})).toMatchObject({
      vault: '/srv/a: b # c',
      accounts: [{ name: 'main', baseUrl: 'https://api.github.com' }],
      jobs: [
        { backup: { vault: '/srv/a: b # c' }, jitterMs: 300_000, catchesUp: true, maxAgeMs: 3 * DAY_MS },
      ],
      notifications: [],
    });
    const others = { baseUrl: 'https://code.example/api/v3', organization: 'acme', pingVariable: 'PING' };
    expect(await read(others)).toMatchObject({
      accounts: [{ baseUrl: others.baseUrl }],
      jobs: [{ backup: { org: 'acme' }, notify: [{ name: 'ping' }] }],
      notifications: [{ name: 'ping', type: 'healthchecks', url: `\${PING}` }],
    });
  });

  it.each<[StarterAnswers['token'], object]>([
    ['gh', { name: 'main', baseUrl: 'https://api.github.com' }],
    [{ variable: 'TOKEN' }, { name: 'main', token: `\${TOKEN}` }],
    [{ file: '/srv/a: b # c' }, { name: 'main', tokenFile: '/srv/a: b # c' }],
    [{ command: ['pass', 'a b'] }, { name: 'main', tokenCommand: ['pass', 'a b'] }],
  ])('names the source of the token: %j', async (token, account) => {
    expect((await read({ token }))?.accounts).toEqual([account]);
  });

  it('has only comments that are settings, and those of the schedule are the defaults', async () => {
    const configuration = await read({ pingVariable: 'PING' }, uncommented);
    expect(configuration?.daemon).toMatchObject({
      port: 9_477,
      concurrency: (await read({}))?.daemon.concurrency,
    });
    expect(configuration?.notifications.map(({ name }) => name)).toEqual(['ping', 'mail', 'chat']);
    expect(configuration?.jobs[0]?.backup).toMatchObject({
      keepLast: 3,
      keepMonthly: 12,
      clone: ['gists', 'stars'],
    });
  });
});
