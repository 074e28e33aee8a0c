import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPoster, type Poster } from '../../src/client/poster.ts';
import { openWebEar, type WebEar } from '../notify/support/web-ear.ts';
import { startScriptedServer } from './support/scripted-server.ts';

let ear: WebEar;
let poster: Poster;

beforeEach(async () => {
  ear = await openWebEar();
  poster = createPoster({}, 'satchel/test');
});

afterEach(async () => {
  await poster.close();
  await ear.close();
});

const posting = (url: string, signal = new AbortController().signal) => ({
  action: 'tell "x"',
  url: new URL(url),
  headers: { 'content-type': 'text/plain' },
  body: 'hello',
  signal,
});

describe('createPoster()', () => {
  it('returns any status, and does not follow redirects', async () => {
    ear.answerWith(302, 500);
    expect(await poster.post(posting(`${ear.url}/a`))).toEqual({ status: 302, text: 'heard' });
    expect(await poster.post(posting(`${ear.url}/b`))).toMatchObject({ status: 500 });
    expect(
      ear.heard.map(({ path, body, headers }) => [path, body, headers['user-agent'], headers.authorization]),
    ).toEqual([
      ['/a', 'hello', 'satchel/test', undefined],
      ['/b', 'hello', 'satchel/test', undefined],
    ]);
  });

  it('does not read a slow response forever', async () => {
    const server = await startScriptedServer((response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write(' '), 10);
      response.on('close', () => clearInterval(timer));
    });
    const timeouts = { connectMs: 1_000, headersMs: 1_000, stallMs: 1_000, wholeMs: 80 };
    const impatient = createPoster({}, 'satchel/test', timeouts);
    expect(await poster.post({ ...posting(server.url.href), isStatusEnough: true })).toEqual({
      status: 200,
      text: '',
    });
    await expect(impatient.post(posting(server.url.href))).rejects.toMatchObject({
      code: 'network',
      message: `Cannot tell "x": no complete response from "${server.url.origin}"`,
    });
    await impatient.close();
  });

  it('names only the host if there is no response, because the rest of the address is a secret', async () => {
    const failure = await poster
      .post(posting('http://127.0.0.1:1/secret?key=secret'))
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code: 'network',
      message: expect.stringContaining('"http://127.0.0.1:1"'),
    });
    expect((failure as Error).message).not.toContain('secret');
  });

  it('stops with its signal', async () => {
    const controller = new AbortController();
    controller.abort(new Error('enough'));
    await expect(poster.post(posting(`${ear.url}/`, controller.signal))).rejects.toThrow('enough');
  });
});
