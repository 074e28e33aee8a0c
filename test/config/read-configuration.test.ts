import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  configurationPlaces,
  findConfiguration,
  readConfiguration,
} from '../../src/config/read-configuration.ts';
import { temporaryFolder } from '../house/afterwards.ts';
import { examine, writeConfig } from './support/write-config.ts';

const GOOD = `vault: ~/satchel
time_zone: Europe/Berlin
accounts:
  me:
    token: \${SATCHEL_TOKEN}
  work:
    base_url: https://code.example.org/api/v3
    token_command: [pass, show, work]
  app:
    dialect: github
    app_id: 7
    app_key_file: keys/app.pem
    installation_id: 8
    ca_file: ~/ca.pem
    allow_storage_host: [store.example]
  file:
    token_file: ~/token
jobs:
  nightly:
    account: me
    schedule: "30 2 * * *"
    jitter: 10m
    retention: { daily: 7, weekly: 4, within: 30d }
    notify: [chat, ping]
  acme:
    account: work
    organization: acme
    vault: acme-vault
    schedule: ["@daily", "0 12 * * 1"]
    time_zone: UTC
    with: [events, alerts]
    leave_out: [releases]
    encryption:
      recipients: [age1qqqq]
    max_age: 3d
notifications:
  chat:
    type: slack
    url: \${SLACK_URL}
    on: [failure, recovery]
  ping:
    type: healthchecks
    url: https://hc.example/ping/abc
  hook:
    type: exec
    command: [echo]
    timeout: 5s
daemon:
  host: 127.0.0.2
  port: 9190
  stop_grace: 2m
log:
  level: debug
`;

describe('examineConfiguration()', () => {
  it('gives jobs with everything that a run needs', async () => {
    const { configuration, lines, path } = await examine(GOOD);
    expect(lines).toEqual([]);
    const [me, work] = [
      { name: 'me', token: `\${SATCHEL_TOKEN}` },
      { name: 'work', baseUrl: 'https://code.example.org/api/v3', tokenCommand: ['pass', 'show', 'work'] },
    ];
    const [chat, ping] = [
      { name: 'chat', type: 'slack', url: `\${SLACK_URL}`, on: ['failure', 'recovery'] },
      { name: 'ping', type: 'healthchecks', url: 'https://hc.example/ping/abc' },
    ];
    const usual = { configuration: path, catchesUp: true, retries: 2, retryDelayMs: 300_000 };
    expect(configuration).toEqual({
      path,
      vault: '/home/mira/satchel',
      accounts: [
        me,
        work,
        {
          ...{ name: 'app', dialect: 'github', appId: '7', appKeyFile: join(dirname(path), 'keys/app.pem') },
          ...{ installationId: 8, caFile: '/home/mira/ca.pem', allowStorageHost: ['store.example'] },
        },
        { name: 'file', tokenFile: '/home/mira/token' },
      ],
      jobs: [
        {
          ...{ ...usual, name: 'nightly', account: me, notify: [chat, ping] },
          ...{ schedules: ['30 2 * * *'], timeZone: 'Europe/Berlin', jitterMs: 600_000 },
          backup: {
            ...{ vault: '/home/mira/satchel', keepDaily: 7, keepWeekly: 4 },
            keepWithin: { years: 0, months: 0, days: 30, hours: 0 },
          },
        },
        {
          ...{ ...usual, name: 'acme', account: work, notify: [], jitterMs: 0, maxAgeMs: 259_200_000 },
          ...{ schedules: ['@daily', '0 12 * * 1'], timeZone: 'UTC' },
          backup: {
            ...{ vault: join(dirname(path), 'acme-vault'), org: 'acme', recipient: ['age1qqqq'] },
            ...{ with: ['events', 'alerts'], excludeReleases: true },
          },
        },
      ],
      notifications: [chat, ping, { name: 'hook', type: 'exec', command: ['echo'], timeoutMs: 5_000 }],
      daemon: { host: '127.0.0.2', port: 9190, stopGraceMs: 120_000, concurrency: 2 },
      log: { level: 'debug' },
    });
  });

  it('accepts what only this machine can read without TLS', async () => {
    const { lines } = await examine(
      'accounts: {me: {base_url: "http://localhost:8080"}}\nnotifications: {m: {type: email, host: localhost, security: none, from: a@b, to: [c@d]}}\n',
    );
    expect(lines).toEqual([]);
  });

  it('says where a key is wrong and which one was probably meant, in each format', async () => {
    const yaml = await examine(
      'accounts:\n  me: {}\njobs:\n  a:\n    account: me\n    vault: v\n    retension: {}\n',
    );
    expect(yaml.lines).toEqual(['7:5 "jobs.a.retension" is not a known setting; did you mean "retention"?']);
    const json = await examine(
      '{"accounts": {"me": {}},\n "jobs": {"a": {"account": "me",\n\t"vault": "v",\n\t"retension": {}}}}',
      '.json',
    );
    expect(json.lines).toEqual(['4:2 "jobs.a.retension" is not a known setting; did you mean "retention"?']);
  });

  it('lists all that is wrong, not just the first', async () => {
    const { lines } = await examine(
      'accounts: {me: {dialekt: github}}\njobs:\n  a:\n    account: me\n    jitter: 10 minutes\n    retries: many\ndaemon: {port: 70000}\n',
    );
    expect(lines).toEqual([
      '1:17 "accounts.me.dialekt" is not a known setting; did you mean "dialect"?',
      '5:5 "jobs.a.jitter" must be a time span with its unit, such as "30s", "5m", "2h" or "7d"',
      '6:5 "jobs.a.retries" must be a whole number',
      '7:10 "daemon.port" must be at most 65535',
    ]);
  });

  it('says in plain words what values look like, for each pattern of the schema', async () => {
    const values = {
      name: 'account: "a b"',
      percent: 'max_drop: lots',
      size: 'min_size: 5 apples',
      moment: 'pushed_since: yesterday',
      keepCount: 'retention: {daily: many}',
      span: 'jitter: 10 minutes',
      calendarSpan: 'retention: {within: 5 minutes}',
    };
    const { $defs } = JSON.parse(
      await readFile(new URL('../../schemas/config.schema.json', import.meta.url), 'utf8'),
    );
    const patterns = Object.keys($defs).filter((name) => 'pattern' in $defs[name]);
    expect([...Object.keys(values), 'reference']).toEqual(patterns); // A literal secret in place of a reference is another fault.
    const jobs = Object.entries(values).map(([name, setting]) => `  ${name}: {${setting}}\n`);
    const { lines } = await examine(`jobs:\n${jobs.join('')}`);
    const words = lines.map((line) => line.replace(/^.* "jobs\.(\w+)\.\S+"/, '$1:'));
    expect(words.filter((text) => !text.endsWith('must be present'))).toEqual([
      'name: must be made of letters, digits, dots, dashes and underscores, 64 at most',
      'percent: must be a share from 0% to 100%',
      'size: must be a size such as 1500, 64KiB or 2G',
      'moment: must be a date such as 2026-01-31, or a time span such as 90d',
      'keepCount: must be a whole number of at least 1, or "unlimited"',
      'span: must be a time span with its unit, such as "30s", "5m", "2h" or "7d"',
      'calendarSpan: must be a span such as 1y6m, 90d or 36h (years, months, weeks, days, hours)',
    ]);
  });

  it.each([
    ['a token', 'accounts:\n  me:\n    token: ghp_0123456789abcdefghijABCDEFGHIJ012345\n', '3:5'],
    ['an old token', 'accounts:\n  me:\n    token: 0123456789abcdef0123456789abcdef01234567\n', '3:5'],
    ['any literal token', 'accounts:\n  me:\n    token: hunter2\n', '3:5'],
    [
      'a token elsewhere',
      'accounts:\n  me:\n    token_command: [echo, ghp_0123456789abcdefghijABCDEFGHIJ012345]\n',
      '3:27',
    ],
    [
      'a password',
      'notifications:\n  m: {type: email, host: h, from: a@b, to: [c@d], password: hunter2}\n',
      '2:51',
    ],
    ['a password in an address', 'accounts:\n  me:\n    base_url: https://me:hunter2@code.example\n', '3:5'],
    [
      'a Slack address',
      'notifications:\n  s:\n    type: slack\n    url: https://hooks.slack.com/services/T0/B0/hunter2\n',
      '4:5',
    ],
  ])('refuses %s in the file, and does not repeat it', async (_what, text, place) => {
    const { lines } = await examine(text);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(new RegExp(`^${place} .*secrets do not belong in files`));
    expect(lines[0]).not.toMatch(/hunter2|0123456789/);
  });

  it.each([
    [
      'an account that is not there',
      'accounts: {home: {}}\njobs:\n  a: {account: hone, vault: v}\n',
      '3:7 There is no account "hone"; did you mean "home"?',
    ],
    [
      'a channel that is not there',
      'accounts: {me: {}}\nnotifications: {chat: {type: exec, command: [echo]}}\njobs:\n  a: {account: me, vault: v, notify: [chatt]}\n',
      '4:39 There is no notification "chatt"; did you mean "chat"?',
    ],
    [
      'a schedule that is none',
      'accounts: {me: {}}\njobs:\n  a: {account: me, vault: v, schedule: "0 25 * * *"}\n',
      '3:30 Cannot read the schedule "0 25 * * *": Invalid value for hour: 25',
    ],
    [
      'a time zone that is none',
      'time_zone: Europe/Bonn\naccounts: {me: {}}\njobs:\n  a: {account: me, vault: v, schedule: "@daily"}\n',
      '1:1 Cannot use the time zone "Europe/Bonn": it does not exist',
    ],
    [
      'a job without a vault',
      'accounts: {me: {}}\njobs:\n  a: {account: me}\n',
      '3:3 The job "a" has no vault, and the file has no default vault',
    ],
    [
      'an address that is none',
      'accounts: {me: {base_url: code.example}}\n',
      '1:17 "accounts.me.base_url" must be an address that begins with https:// or, on this machine, http://',
    ],
    [
      'plain http to another machine',
      'accounts: {me: {base_url: "http://code.example/api/v3"}}\n',
      '1:17 "accounts.me.base_url" must begin with https://: anyone on the network can read http://',
    ],
    [
      'a web hook without TLS',
      'notifications: {s: {type: slack, url: "http://chat.example/hook"}}\n',
      '1:34 "notifications.s.url" must begin with https://: anyone on the network can read http://',
    ],
    [
      'a web hook without TLS whose end is secret',
      `notifications: {s: {type: webhook, url: "http://chat.example/\${HOOK}"}}\n`,
      '1:36 "notifications.s.url" must begin with https://: anyone on the network can read http://',
    ],
    [
      'mail to another machine that everybody can read',
      'notifications: {m: {type: email, host: mail.example, security: none, from: a@b, to: [c@d]}}\n',
      '1:54 "notifications.m.security" must be starttls or tls: none is for a mail server on this machine',
    ],
    [
      'an age that each pause of the schedule exceeds',
      'accounts: {me: {}}\njobs:\n  a: {account: me, vault: v, schedule: "@weekly", max_age: 3d}\n',
      '3:51 "jobs.a.max_age" must be longer than the longest pause of the schedule (7 d 0 h), or every pause triggers a notification',
    ],
    [
      'an age that is as long as the pause',
      'accounts: {me: {}}\njobs:\n  a: {account: me, vault: v, schedule: "@weekly", max_age: 7d}\n',
      '3:51 "jobs.a.max_age" must be longer than the longest pause of the schedule (7 d 0 h), or every pause triggers a notification',
    ],
    [
      'two ways to a token',
      'accounts: {me: {token_command: [a], token_file: t}}\n',
      '1:17 An account can have only one of token_file and token_command',
    ],
    ['a file that is no mapping', '- a\n', '1:1 The file must be a group of settings'],
    ['an empty file', '', '1:1 The file must be a group of settings'],
    [
      'a member that a type needs',
      'notifications: {m: {type: email, host: h, from: a@b}}\n',
      '1:17 "notifications.m.to" must be present',
    ],
    [
      'a member of another type',
      'notifications: {m: {type: ntfy, url: "https://n.example/t", to: [a]}}\n',
      '1:61 "notifications.m.to" is not a known setting; known settings: type, url, token, on, title, text',
    ],
  ])('finds %s', async (_what, text, words) => {
    const { lines } = await examine(text);
    expect(lines).toEqual([words]);
  });

  it('reports the places of an unknown zone and of a wrong schedule in a list, each once', async () => {
    const jobs =
      'jobs:\n  a: {account: me, vault: v, schedule: "@daily"}\n  b: {account: me, vault: v, schedule: "@daily"}\n';
    const wrong = await examine(`accounts: {me: {}}\ntime_zone: Europe/Bonn\n${jobs}`);
    expect(wrong.lines).toEqual([expect.stringMatching(/^2:1 Cannot use the time zone "Europe\/Bonn"/)]);
    const own = await examine(
      'accounts: {me: {}}\njobs:\n  a:\n    account: me\n    vault: v\n    schedule: ["@daily", "0 25 * * *"]\n    time_zone: Nowhere\n',
    );
    expect(own.lines).toEqual([
      expect.stringMatching(/^7:5 Cannot use the time zone/),
      expect.stringMatching(/^6:26 Cannot read the schedule/),
    ]);
  });

  it.each([
    ['.yaml', 'a:\n  - b\n c: 1\n', /^3:/],
    ['.yaml', 'a: 1\na: 2\n', /^2:1 Map keys must be unique/],
    ['.json', '{"a": 1,\n "b" 2}', /^2:6 /],
  ])('reports the line and column of invalid %s', async (ending, text, words) => {
    const { lines, configuration } = await examine(text, ending);
    expect(configuration).toBeUndefined();
    expect(lines[0]).toMatch(words);
  });
});

describe('readConfiguration()', () => {
  it('fails with the first fault and its place', async () => {
    const path = await writeConfig('acounts: {}\nfoo: 1\n');
    await expect(readConfiguration(path, { env: {}, checkTimes: () => undefined })).rejects.toMatchObject({
      code: 'configuration-wrong',
      message: expect.stringContaining(
        'line 1, column 1: "acounts" is not a known setting; did you mean "accounts"? (and 1 more)',
      ),
    });
  });

  it('returns no job that its caller refuses, and the whole path of the file', async () => {
    const text = 'accounts: {me: {}}\njobs:\n  a: {account: me, vault: v}\n  b: {account: me, vault: v}\n';
    const path = await writeConfig(text);
    const options = { env: {}, checkTimes: () => undefined };
    expect((await readConfiguration(relative('', path), options)).path).toBe(path);
    const checkJob = async ({ name }: { readonly name: string }) =>
      name === 'b' ? [{ pointer: '/jobs/b', message: 'No' }] : [];
    await expect(readConfiguration(path, { ...options, checkJob })).rejects.toMatchObject({
      message: `Cannot use the configuration "${path}": line 4, column 3: No`,
    });
  });

  it('fails for a file that does not exist, or has an unknown format', async () => {
    const options = { env: {}, checkTimes: () => undefined };
    await expect(readConfiguration('/nowhere/satchel.yaml', options)).rejects.toMatchObject({
      code: 'absent',
    });
    await expect(readConfiguration('/nowhere/satchel.toml', options)).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining('must end in .yaml, .yml or .json'),
    });
  });
});

describe('findConfiguration()', () => {
  it("looks into the user's folder first, then into those of the machine, never into the current directory", async () => {
    const home = temporaryFolder();
    const env = { HOME: home, XDG_CONFIG_DIRS: `${home}/etc:relative:${home}/usr` };
    expect(configurationPlaces(env)[0]).toBe(join(home, '.config/satchel/satchel.yaml'));
    expect(configurationPlaces(env).every((path) => path.startsWith(home))).toBe(true);
    expect(await findConfiguration(env)).toBeUndefined();
    await mkdir(join(home, 'usr/satchel'), { recursive: true });
    await writeFile(join(home, 'usr/satchel/satchel.json'), '{}');
    expect(await findConfiguration(env)).toBe(join(home, 'usr/satchel/satchel.json'));
    await mkdir(join(home, 'own/satchel'), { recursive: true });
    await writeFile(join(home, 'own/satchel/satchel.yml'), '');
    expect(await findConfiguration({ ...env, XDG_CONFIG_HOME: join(home, 'own') })).toBe(
      join(home, 'own/satchel/satchel.yml'),
    );
  });
});
