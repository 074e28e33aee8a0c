import { readdirSync } from 'node:fs';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createSystemClock } from '../../../src/library/client.ts';
import { type SandboxFault, startSandbox } from '../../../src/library/sandbox.ts';
import { temporaryFolder } from '../../house/afterwards.ts';

it('has the faults that a test asks for, as objects and as texts', async () => {
  await using sandbox = await startSandbox({
    faults: [{ kind: 'answer', route: 'GET /user', status: 503 }, 'answer,status=418,route=GET /user,skip=1'],
  });
  const headers = { authorization: `Bearer ${sandbox.token}` };
  const ask = async () => (await fetch(`${sandbox.baseUrl}/user`, { headers })).status;
  expect([await ask(), await ask(), await ask()]).toEqual([503, 418, 200]);
});

it('refuses faults that cannot happen before it starts', async () => {
  const wrong: readonly (readonly [unknown, RegExp])[] = [
    [{ kind: 'answer', route: 'GET /usr' }, /the sandbox has no such route$/],
    [{ kind: 'answr' }, /did you mean "answer"/],
    [{ kind: 'answer', status: 'many' }, /takes a number/],
    [{ kind: 'answer', bytes: 3 }, /no such parameter/],
    ['answer,route=/usr', /no such route/],
    [{ kind: 'truncated_archive', route: 'GET /user' }, /it happens only in answers of the storage/],
  ];
  for (const [fault, message] of wrong) {
    const failure = await startSandbox({ faults: [fault as SandboxFault] }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'usage', message: expect.stringMatching(message) });
  }
  await expect(startSandbox({ issues: 1.5 })).rejects.toThrow(
    '"issues" must be a whole number from 0, and not 1.5',
  );
});

it('ends delays when it is closed, so that no process waits for them', async () => {
  const clock = createSystemClock();
  let fallAsleep: () => void = () => undefined;
  const asleep = new Promise<void>((resolve) => {
    fallAsleep = resolve;
  });
  const sleeps: Promise<unknown>[] = [];
  const { baseUrl, close } = await startSandbox({
    faults: ['delay,delay_ms=3600000,route=GET /user'],
    clock: {
      ...clock,
      sleep: (durationMs, signal) => {
        const sleep = clock.sleep(durationMs, signal);
        sleeps.push(sleep.catch(String));
        fallAsleep();
        return sleep;
      },
    },
  });
  const answer = fetch(`${baseUrl}/user`).catch(String);
  await asleep;
  await close();
  expect(await Promise.all(sleeps)).toEqual([expect.stringContaining('AbortError')]);
  expect(await answer).toContain('TypeError');
});

it('ends with a signal, whether it has started or not', async () => {
  const end = new AbortController();
  const { baseUrl } = await startSandbox({ signal: end.signal });
  expect((await fetch(`${baseUrl}/user`)).status).toBe(401);
  const reason = new Error('the test is over');
  end.abort(reason);
  await vi.waitFor(async () => await expect(fetch(`${baseUrl}/user`)).rejects.toThrow());
  await expect(startSandbox({ signal: end.signal })).rejects.toBe(reason);
});

it('runs twenty times at once, and leaves nothing in the temporary folder', async () => {
  const temporary = temporaryFolder();
  vi.stubEnv('TMPDIR', temporary); // Other tests that run now use the usual one.
  onTestFinished(() => void vi.unstubAllEnvs());
  const sandboxes = await Promise.all(Array.from({ length: 20 }, () => startSandbox()));
  const answers = await Promise.all(
    sandboxes.map(({ baseUrl, token }) =>
      fetch(`${baseUrl}/user`, { headers: { authorization: `Bearer ${token}` } }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(sandboxes.map(() => 200));
  expect(readdirSync(temporary)).not.toEqual([]);
  await Promise.all(sandboxes.map((sandbox) => sandbox.close()));
  expect(readdirSync(temporary)).toEqual([]);
});
