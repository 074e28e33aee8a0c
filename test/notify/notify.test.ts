import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDrivenClock } from '../../src/base/clock.ts';
import { createSeededRandom } from '../../src/base/random.ts';
import { createPoster, type Poster } from '../../src/client/poster.ts';
import type { Channel } from '../../src/notify/channel.ts';
import type { Message } from '../../src/notify/message.ts';
import { notify } from '../../src/notify/notify.ts';
import { temporaryFolder } from '../house/afterwards.ts';
import { type MailEar, openMailEar } from './support/mail-ear.ts';
import { openWebEar, type WebEar } from './support/web-ear.ts';

const SECRET = 'correct-horse-battery';

const FAILURE: Message = {
  occasion: 'failure',
  job: 'nightly',
  account: 'mira',
  atMs: Date.UTC(2026, 5, 1, 3),
  runId: 'ab12',
  outcome: 'failed',
  exitStatus: 5,
  failure: { code: 'network', message: `Cannot reach <it> with ${SECRET} ✓`, hint: 'Check & run again' },
  durationMs: 61_000,
  lastSuccessMs: Date.UTC(2026, 4, 30, 3),
};

const SUCCESS: Message = {
  occasion: 'success',
  job: 'nightly',
  account: 'mira',
  atMs: Date.UTC(2026, 5, 1, 3),
  runId: 'ab12',
  outcome: 'succeeded',
  exitStatus: 0,
  durationMs: 61_000,
  records: 1234,
  repositories: 3,
  bytes: 5_000_000,
  findings: 0,
};

let ear: WebEar;
let poster: Poster;
let clock: ReturnType<typeof createDrivenClock>;

beforeEach(async () => {
  ear = await openWebEar();
  poster = createPoster({}, 'satchel/test');
  clock = createDrivenClock(Date.UTC(2026, 5, 1, 3), { skipSleeps: true });
});

afterEach(async () => {
  await poster.close();
  await ear.close();
});

const basics = { name: 'ops', on: ['failure', 'success', 'start'], templates: {} } as const;

async function notifyOne(channel: Channel, message: Message, signal = new AbortController().signal) {
  return await notify([channel], message, {
    poster,
    clock,
    random: createSeededRandom('notify'),
    secrets: [SECRET],
    signal,
  });
}

function web(type: 'webhook' | 'slack' | 'teams' | 'ntfy' | 'healthchecks', path: string): Channel {
  return { ...basics, type, url: new URL(`${ear.url}${path}`) };
}

describe('notify()', () => {
  it('says what to do as programs and as people at the command line do it', async () => {
    const failure = { code: 'x', message: 'Cannot', hint: 'Call f()', commandHint: `Pass --f ${SECRET}` };
    await notifyOne(web('webhook', '/hook'), { ...FAILURE, failure });
    const { failure: sent, text } = JSON.parse(ear.heard[0]?.body ?? '');
    expect(sent).toEqual({
      code: 'x',
      message: 'Cannot',
      hint: 'Call f()',
      command_hint: 'Pass --f [redacted]',
    });
    expect(text).toContain('Pass --f');
    expect(text).not.toContain('Call f()');
  });

  it('posts JSON to a webhook, with the run, the failure and the words, and no secret', async () => {
    const channel = { ...web('webhook', '/hook?key=1'), authorization: 'Bearer hook-secret' } as Channel;
    expect(await notifyOne(channel, FAILURE)).toEqual([
      { channel: 'ops', occasion: 'failure', job: 'nightly', tries: 1 },
    ]);
    const [heard] = ear.heard;
    expect(heard).toMatchObject({ method: 'POST', path: '/hook?key=1' });
    expect(heard?.headers).toMatchObject({
      authorization: 'Bearer hook-secret',
      'content-type': 'application/json',
      'user-agent': 'satchel/test',
    });
    expect(JSON.parse(heard?.body ?? '')).toMatchObject({
      occasion: 'failure',
      job: 'nightly',
      account: 'mira',
      run_id: 'ab12',
      exit_status: 5,
      failure: { code: 'network', message: 'Cannot reach <it> with [redacted] ✓' },
      last_success_at: '2026-05-30T03:00:00Z',
      title: 'Backup "nightly" FAILED',
      text: expect.stringContaining('Last good backup: 2026-05-30T03:00:00Z'),
    });
    expect(heard?.body).not.toContain(SECRET);
  });

  it('sends the form that Slack expects, with its three characters escaped', async () => {
    await notifyOne(web('slack', '/services/T/B/x'), FAILURE);
    const body = JSON.parse(ear.heard[0]?.body ?? '');
    expect(body.text).toBe('Backup "nightly" FAILED');
    expect(body.blocks[1].text).toMatchObject({
      type: 'mrkdwn',
      text: expect.stringContaining('Cannot reach &lt;it&gt;'),
    });
    expect(body.blocks[1].text.text).toContain('Check &amp; run again.');
  });

  it('sends an adaptive card to Teams', async () => {
    await notifyOne(web('teams', '/workflows/1'), SUCCESS);
    const [attachment] = JSON.parse(ear.heard[0]?.body ?? '').attachments;
    expect(attachment.contentType).toBe('application/vnd.microsoft.card.adaptive');
    expect(attachment.content.body[0]).toMatchObject({ text: 'Backup "nightly" succeeded', color: 'Good' });
    expect(attachment.content.body.map(({ text }: { text: string }) => text)).toContain(
      '1234 records of 3 repositories, 4.77 MiB, verified and loaded.',
    );
  });

  it('publishes to the topic of ntfy as JSON, in any script', async () => {
    await notifyOne(web('ntfy', '/base/my-topic'), FAILURE);
    expect(ear.heard[0]?.path).toBe('/base/');
    expect(JSON.parse(ear.heard[0]?.body ?? '')).toMatchObject({
      topic: 'my-topic',
      title: 'Backup "nightly" FAILED',
      message: expect.stringContaining('✓'),
      priority: 4,
      tags: ['warning'],
    });
  });

  it('pings Healthchecks at the start, and reports the result by the path', async () => {
    const channel = web('healthchecks', '/ping/uuid');
    await notifyOne(channel, { ...SUCCESS, occasion: 'start' });
    await notifyOne(channel, SUCCESS);
    await notifyOne(channel, FAILURE);
    expect(ear.heard.map(({ path }) => path)).toEqual(['/ping/uuid/start', '/ping/uuid', '/ping/uuid/fail']);
    expect(ear.heard[2]?.body).toContain('Backup "nightly" FAILED');
  });

  it('notifies only the channels that are subscribed to the occasion', async () => {
    expect(await notifyOne({ ...web('webhook', '/'), on: ['age'] }, FAILURE)).toEqual([]);
    expect(ear.heard).toEqual([]);
  });

  it('fills in a template, and shows an unknown placeholder', async () => {
    const templates = { title: '{job}: {code} after {duration}', text: '{failure} {nonsense}' };
    await notifyOne({ ...web('webhook', '/'), templates } as Channel, FAILURE);
    expect(JSON.parse(ear.heard[0]?.body ?? '')).toMatchObject({
      title: 'nightly: network after 1 m 01 s',
      text: 'Cannot reach <it> with [redacted] ✓ {nonsense}',
    });
  });

  it('retries if that may help: server errors, limits, broken connections', async () => {
    ear.answerWith(503, 0, 429);
    expect(await notifyOne(web('webhook', '/'), FAILURE)).toMatchObject([{ tries: 4 }]);
    expect(ear.heard).toHaveLength(4);
    expect(clock.now()).toBeGreaterThan(FAILURE.atMs + 5_000);
  });

  it('gives up without a failure, and without showing the address, which is a secret', async () => {
    ear.answerWith(404);
    const [refused] = await notifyOne(web('slack', '/services/T0/B0/topsecret'), FAILURE);
    expect(refused).toMatchObject({
      tries: 1,
      trouble: `Cannot notify "ops": "${ear.url}" answers with 404`,
    });
    const away = { ...basics, type: 'webhook', url: new URL('http://127.0.0.1:1/topsecret?x=y') } as const;
    const [absent] = await notifyOne(away, FAILURE);
    expect(absent?.tries).toBe(4);
    expect(absent?.trouble).toContain('nothing is listening there');
    expect(JSON.stringify([refused, absent])).not.toContain('topsecret');
  });

  it('stops trying when it is aborted', async () => {
    ear.answerWith(500, 500, 500, 500);
    const controller = new AbortController();
    controller.abort(new Error('stop'));
    expect(await notifyOne(web('webhook', '/'), FAILURE, controller.signal)).toMatchObject([
      { tries: 1, trouble: 'stop' },
    ]);
  });
});

describe('notify() by e-mail', () => {
  function mail(server: MailEar, rest: object = {}): Channel {
    return {
      ...basics,
      type: 'email',
      host: '127.0.0.1',
      port: server.port,
      security: 'none',
      from: 'satchel@example.org',
      to: ['mira@example.org', 'ops@example.org'],
      ...rest,
    } as Channel;
  }

  it('sends a letter over SMTP, with the password if one is needed', async () => {
    const server = await openMailEar({ password: SECRET });
    try {
      expect(await notifyOne(mail(server, { user: 'mira', password: SECRET }), FAILURE)).toMatchObject([
        { tries: 1 },
      ]);
      const [letter] = server.letters;
      expect(letter).toMatchObject({
        from: 'satchel@example.org',
        to: ['mira@example.org', 'ops@example.org'],
        user: 'mira',
      });
      expect(letter?.source).toMatch(/^Subject: =\?UTF-8\?Q\?Backup_=22nightly=22_FAILED\?=\r$/m);
      expect(letter?.source).toMatch(/^Auto-Submitted: auto-generated\r$/m);
      expect(letter?.source).not.toContain(SECRET);
      const [wrong] = await notifyOne(mail(server, { user: 'mira', password: 'wrong-password' }), FAILURE);
      expect(wrong?.trouble).toContain('Cannot send e-mail through "127.0.0.1"');
      expect(wrong?.trouble).not.toContain('wrong-password');
    } finally {
      await server.close();
    }
  });

  it('tries again after a passing refusal, not after one for good', async () => {
    const server = await openMailEar();
    try {
      server.refuseWith(451);
      expect(await notifyOne(mail(server), SUCCESS)).toEqual([
        { channel: 'ops', occasion: 'success', job: 'nightly', tries: 2 },
      ]);
      expect(server.letters).toHaveLength(1);
      server.refuseWith(550);
      expect(await notifyOne(mail(server), SUCCESS)).toMatchObject([
        { tries: 1, trouble: expect.stringContaining('550') },
      ]);
    } finally {
      await server.close();
    }
  });

  it('reports a recipient whom the server refuses, although the others have the letter', async () => {
    const server = await openMailEar();
    try {
      server.unknown.add('ops@example.org');
      expect(await notifyOne(mail(server), SUCCESS)).toMatchObject([
        {
          tries: 1,
          trouble:
            'Cannot send e-mail through "127.0.0.1" to ops@example.org: the server refuses this address',
        },
      ]);
      expect(server.letters).toMatchObject([{ to: ['mira@example.org'] }]);
    } finally {
      await server.close();
    }
  });

  it('asks no name server where a mail server on this machine is', async () => {
    const server = await openMailEar();
    const hosts = ['localhost', 'Mail.LOCALHOST.', '[::ffff:127.0.0.1]'];
    try {
      for (const host of hosts) {
        expect([host, await notifyOne(mail(server, { host }), SUCCESS)]).toMatchObject([
          host,
          [{ tries: 1 }],
        ]);
      }
      expect(server.letters).toHaveLength(hosts.length);
    } finally {
      await server.close();
    }
  });

  it('sends nothing unencrypted to another machine, and insists on STARTTLS', async () => {
    const server = await openMailEar();
    const others = ['mail.example.org', 'localhost.example', '127.0.0.1%.example.org', 'fe80::1%eth0'];
    try {
      for (const host of [...others, '[fe80::1%25eth0]', '[fe80::1%25localhost]']) {
        const [far] = await notifyOne(mail(server, { host }), SUCCESS);
        expect(far?.trouble).toContain('without encryption');
      }
      const [plain] = await notifyOne(mail(server, { security: 'starttls' }), SUCCESS);
      expect(plain?.trouble).toMatch(/STARTTLS/i);
      expect(server.letters).toEqual([]);
    } finally {
      await server.close();
    }
  });
});

describe('notify() by a hook', () => {
  function hook(script: string, rest: object = {}): Channel {
    const command = [process.execPath, '-e', script];
    return {
      ...basics,
      type: 'exec',
      command,
      timeoutMs: 10_000,
      env: { PATH: process.env['PATH'] },
      ...rest,
    } as Channel;
  }

  it('gives a program the message on its standard input and in variables', async () => {
    const path = join(temporaryFolder(), 'heard.json');
    const script = `let text = ''; process.stdin.on('data', (chunk) => { text += chunk; }).on('end', () =>
      require('fs').writeFileSync(${JSON.stringify(path)}, JSON.stringify({ stdin: JSON.parse(text), env: process.env })));`;
    expect(await notifyOne(hook(script), FAILURE)).toEqual([
      { channel: 'ops', occasion: 'failure', job: 'nightly', tries: 1 },
    ]);
    const { stdin, env } = JSON.parse(await readFile(path, 'utf8'));
    expect(stdin).toMatchObject({ occasion: 'failure', job: 'nightly', title: 'Backup "nightly" FAILED' });
    expect(env).toMatchObject({
      SATCHEL_OCCASION: 'failure',
      SATCHEL_JOB: 'nightly',
      SATCHEL_EXIT_STATUS: '5',
    });
    expect(JSON.stringify([stdin, env])).not.toContain(SECRET);
  });

  it('reports the error of a hook, and ends one that hangs', async () => {
    const [angry] = await notifyOne(hook('console.error("no paper"); process.exit(3)'), FAILURE);
    expect(angry?.trouble).toContain('it ended with status 3 and said "no paper"');
    const [slow] = await notifyOne(hook('setInterval(() => {}, 1000)', { timeoutMs: 300 }), FAILURE);
    expect(slow?.trouble).toContain('it took longer than 0.3 s');
    const [absent] = await notifyOne(hook('', { command: ['/nowhere/hook'] }), FAILURE);
    expect(absent?.trouble).toContain('ENOENT');
  });

  it('does not wait for a process that a hook leaves behind, and that keeps its output open', async () => {
    const path = join(temporaryFolder(), 'pid');
    const command = ['/bin/sh', '-c', `sleep 60 & echo $! > ${path}; exit 0`];
    expect(await notifyOne(hook('', { command }), FAILURE)).toEqual([
      { channel: 'ops', occasion: 'failure', job: 'nightly', tries: 1 },
    ]);
    process.kill(Number(await readFile(path, 'utf8')), 'SIGKILL');
  }, 20_000);

  it('does not mind a hook that reads nothing', async () => {
    const path = join(temporaryFolder(), 'long.txt');
    await writeFile(path, 'x');
    const long = { ...FAILURE, drops: Array.from({ length: 20_000 }, () => 'less of it') };
    expect(await notifyOne(hook('process.exit(0)'), long)).toMatchObject([{ tries: 1 }]);
  });
});
