import { describe, expect, it } from 'vitest';
import type { Client } from '../../../src/client/create-client.ts';
import type { DownloadAnswer, DownloadContent } from '../../../src/client/download-answer.ts';
import { redactUrl } from '../../../src/client/request-url.ts';
import { startScriptedServer, text } from '../support/scripted-server.ts';
import { createTestClient, TOKEN } from '../support/test-client.ts';

/** A client whose base URL is this machine, so that storage may be here too. */
function localClient(options: Parameters<typeof createTestClient>[1] = {}): Client {
  return createTestClient(new URL('http://127.0.0.1:9'), options);
}

async function readAll(answer: DownloadAnswer): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of contentOf(answer).body) {
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function contentOf(answer: DownloadAnswer): DownloadContent {
  if (answer.outcome !== 'content') {
    throw new Error(`the outcome is ${answer.outcome}`);
  }
  return answer;
}

describe('openDownload()', () => {
  it('sends nothing but what a stranger would', async () => {
    const storage = await startScriptedServer(
      text(200, 'bytes', {
        etag: '"e1"',
        'last-modified': 'Mon, 04 May 2026 10:00:00 GMT',
        'content-length': '5',
      }),
    );
    const answer = await localClient().openDownload({ url: new URL('/a?sig=1', storage.url) });
    expect(answer).toMatchObject({
      outcome: 'content',
      status: 200,
      firstByte: 0,
      totalBytes: 5,
      validator: '"e1"',
    });
    expect(await readAll(answer)).toBe('bytes');
    expect(storage.requests[0]?.path).toBe('/a?sig=1');
    expect(storage.requests[0]?.rawHeaderNames.toSorted()).toEqual([
      'accept-encoding',
      'connection',
      'host',
      'user-agent',
    ]);
    expect(JSON.stringify(storage.requests)).not.toContain(TOKEN);
  });

  it('reports the Retry-After of the storage', async () => {
    const storage = await startScriptedServer(text(503, '', { 'retry-after': '40' }));
    await expect(localClient().openDownload({ url: storage.url })).rejects.toMatchObject({
      code: 'service-unavailable',
      details: { status: 503, retryAfterMs: 40_000 },
    });
  });

  it('asks for the rest of the same object', async () => {
    const storage = await startScriptedServer(
      text(206, '56789', { 'content-range': 'bytes 5-9/10', etag: '"e1"' }),
    );
    const answer = await localClient().openDownload({ url: storage.url, rangeStart: 5, validator: '"e1"' });
    expect(storage.requests[0]?.headers).toMatchObject({ range: 'bytes=5-', 'if-range': '"e1"' });
    expect(answer).toMatchObject({ status: 206, firstByte: 5, totalBytes: 10, isSameObject: true });
    contentOf(answer).discard();
  });

  it('requests everything if there is no validator', async () => {
    const storage = await startScriptedServer(text(200, 'x'));
    contentOf(await localClient().openDownload({ url: storage.url, rangeStart: 5 })).discard();
    expect(storage.requests[0]?.headers).not.toHaveProperty('range');
  });

  it('reports an unsatisfiable range', async () => {
    const storage = await startScriptedServer(text(416, '<Error/>', { 'content-range': 'bytes */10' }));
    expect(await localClient().openDownload({ url: storage.url, rangeStart: 10, validator: '"e"' })).toEqual({
      outcome: 'range-unsatisfiable',
      totalBytes: 10,
    });
  });

  it.each([
    '<Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>',
    '<Error><Code>AuthenticationFailed</Code><Message>Signature not valid in the specified time frame</Message></Error>',
  ])('recognizes an expired address: %s', async (xml) => {
    const storage = await startScriptedServer(text(403, xml));
    expect(await localClient().openDownload({ url: storage.url })).toEqual({ outcome: 'expired' });
  });

  it.each([
    [
      403,
      'request-refused',
      '<Error><Code>SignatureDoesNotMatch</Code><Message>No</Message></Error>',
      ' "SignatureDoesNotMatch: No"',
    ],
    [404, 'absent', '<Error><Code>NoSuchKey</Code></Error>', ' "NoSuchKey"'],
    [
      400,
      'request-refused',
      '<Error><Message>Only one auth mechanism allowed</Message></Error>',
      ' "Only one auth mechanism allowed"',
    ],
    [503, 'service-unavailable', 'slow down', ''],
  ])('makes %d of the storage a failure of code %s', async (status, code, xml, shown) => {
    const storage = await startScriptedServer(text(status, xml));
    const url = new URL('/a?X-Amz-Signature=secret', storage.url);
    await expect(localClient().openDownload({ url })).rejects.toMatchObject({
      code,
      message: `Cannot fetch "${redactUrl(url)}": the storage answered ${status}${shown}`,
    });
  });

  it.each([400, 403])('says what can be done about a %d of the storage', async (status) => {
    const storage = await startScriptedServer(
      text(status, '<Error><Code>SignatureDoesNotMatch</Code></Error>'),
    );
    await expect(localClient().openDownload({ url: storage.url })).rejects.toMatchObject({
      hint: expect.stringContaining('check the clock of this machine'),
    });
  });

  it('reports a part without range or validator', async () => {
    const storage = await startScriptedServer(text(206, 'x'));
    const request = { url: storage.url, rangeStart: 5, validator: '"e"' };
    const answer = contentOf(await localClient().openDownload(request));
    expect(answer).toMatchObject({ status: 206, firstByte: undefined, isSameObject: false });
    answer.discard();
  });

  it('checks every hop', async () => {
    const target = await startScriptedServer(text(200, 'moved'));
    const storage = await startScriptedServer(text(307, '', { location: `${target.url.href}b?sig=2` }));
    expect(await readAll(await localClient().openDownload({ url: storage.url }))).toBe('moved');
    const inwards = await startScriptedServer(text(307, '', { location: 'https://169.254.169.254/latest' }));
    await expect(localClient().openDownload({ url: inwards.url })).rejects.toMatchObject({
      code: 'location-refused',
      message: 'Cannot fetch from "169.254.169.254": it is a private, link-local or loopback address',
    });
    const circle = await startScriptedServer(text(302, '', { location: '/' }));
    await expect(localClient().openDownload({ url: circle.url })).rejects.toThrow(
      'redirects more than 5 times',
    );
  });

  it.each([
    ['http://storage.example/a?sig=SECRET', 'it does not come over https'],
    ['http://127.0.0.1:9/a', 'it does not come over https'],
    ['ftp://storage.example/a', 'it does not come over https'],
    ['file:///etc/passwd', 'Cannot fetch from "file:/etc/passwd": it does not come over https'],
    ['https://u:SECRET@storage.example/a', 'the address contains a user name or password'],
    ['https://127.0.0.1/a', 'private, link-local or loopback'],
    ['https://2130706433/a', 'private, link-local or loopback'],
    ['https://10.0.0.8/a', 'private, link-local or loopback'],
    ['https://[::1]/a', 'private, link-local or loopback'],
    ['https://[::ffff:10.0.0.1]/a', 'private, link-local or loopback'],
    ['https://localhost:9/a', 'private, link-local or loopback'],
  ])('never fetches from %s for a service elsewhere', async (address, found) => {
    const client = createTestClient(new URL('https://api.service.example'));
    const failure = await client.openDownload({ url: new URL(address) }).catch((error) => error);
    expect(failure).toMatchObject({ code: 'location-refused', message: expect.stringContaining(found) });
    expect(`${failure.message} ${failure.cause}`).not.toContain('SECRET');
  });

  it('does not connect to the private network even for a service on this machine', async () => {
    await expect(localClient().openDownload({ url: new URL('https://10.0.0.8/a') })).rejects.toMatchObject({
      code: 'location-refused',
    });
    await expect(localClient().openDownload({ url: new URL('http://10.0.0.8/a') })).rejects.toMatchObject({
      code: 'location-refused',
    });
  });

  it('fails if the connection is cut in the middle', async () => {
    const storage = await startScriptedServer((response) => {
      response.writeHead(200, { 'content-length': '10' });
      response.write('01234', () => response.destroy());
    });
    const answer = await localClient().openDownload({ url: new URL('/a?sig=SECRET', storage.url) });
    const failure = await readAll(answer).catch((error) => error);
    expect(failure).toMatchObject({
      code: 'network',
      message: expect.stringContaining('the connection was closed unexpectedly'),
    });
    expect(failure.message).not.toContain('SECRET');
  });

  it('fails if no byte comes for too long', async () => {
    const storage = await startScriptedServer((response) => {
      response.writeHead(200, { 'content-length': '10' });
      response.write('01234');
    });
    const client = localClient({ timeouts: { stallMs: 50 } });
    await expect(readAll(await client.openDownload({ url: storage.url }))).rejects.toMatchObject({
      code: 'timed-out',
      message: expect.stringContaining('the response stalled (0.1 s)'),
    });
  });

  it('ends with the reason of the signal', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const storage = await startScriptedServer((response) => {
      response.writeHead(200, { 'content-length': '10' });
      response.write('01234', () => controller.abort(reason));
    });
    const opened = localClient().openDownload({ url: storage.url, signal: controller.signal });
    await expect(opened.then(readAll)).rejects.toBe(reason);
  });
});
