import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type Step, startScriptedServer, text } from '../support/scripted-server.ts';
import { createTestClient, READ } from '../support/test-client.ts';

const BODY = JSON.stringify({ name: 'ä'.repeat(100_000) });

function packed(encoding: string, bytes: Uint8Array, status = 200): Step {
  return (response) => {
    response.writeHead(status, {
      'content-type': 'application/json',
      'content-encoding': encoding,
      'content-length': bytes.byteLength,
      etag: 'W/"packed-gzip"',
    });
    response.end(bytes);
  };
}

describe('decodeBody()', () => {
  it.each([
    ['gzip', gzipSync(BODY)],
    ['GZIP', gzipSync(BODY)],
    ['x-gzip', gzipSync(BODY)],
    ['br', brotliCompressSync(BODY)],
    ['identity', Buffer.from(BODY)],
  ])('unpacks %s, and keeps the validator as it came', async (encoding, bytes) => {
    const server = await startScriptedServer(packed(encoding, bytes), text(304, ''));
    const client = createTestClient(server.url);
    const first = await client.request(READ);
    expect(first.text).toBe(BODY);
    expect(server.requests[0]?.headers['accept-encoding']).toBe('gzip, br');
    const second = await client.request(READ);
    expect(server.requests[1]?.headers['if-none-match']).toBe('W/"packed-gzip"');
    expect(second).toMatchObject({ text: BODY, isUnchanged: true });
    expect(encoding === 'identity' || !first.headers.has('content-length')).toBe(true);
  });

  it('stops a bomb at the size that no answer has', async () => {
    const [largest, bomb] = [64 * 1024 * 1024, 64 * 1024 * 1024 + 1].map((sizeBytes) =>
      packed('gzip', gzipSync('{}'.padEnd(sizeBytes), { level: 1 })),
    );
    const server = await startScriptedServer(...[largest, bomb].flatMap((answer) => answer ?? []));
    const client = createTestClient(server.url);
    expect((await client.request(READ)).body).toEqual({});
    await expect(client.request(READ)).rejects.toMatchObject({
      code: 'not-the-service',
      message: expect.stringContaining('sends more than 67108864 bytes'),
    });
  });

  it('treats a truncated compressed response as a broken connection', async () => {
    const half = gzipSync(BODY).subarray(0, 40);
    const server = await startScriptedServer(packed('gzip', half), packed('gzip', gzipSync(BODY)));
    expect((await createTestClient(server.url).request(READ)).text).toBe(BODY);
    expect(server.requests).toHaveLength(2);
  });

  it.each([204, 304])('reads a response without a body (%d) that claims to be compressed', async (status) => {
    const server = await startScriptedServer(text(status, '', { 'content-encoding': 'gzip' }));
    const answer = await createTestClient(server.url).request({ ...READ, expects: [status] });
    expect(answer.text).toBe('');
  });

  it('refuses an encoding that was not asked for', async () => {
    const server = await startScriptedServer(packed('deflate', Buffer.from('x')));
    await expect(createTestClient(server.url).request(READ)).rejects.toMatchObject({
      code: 'not-the-service',
      message: expect.stringContaining('answers in an encoding that was not requested'),
    });
  });

  it('reads an error that is packed', async () => {
    const body = gzipSync(JSON.stringify({ message: 'Validation Failed' }));
    const server = await startScriptedServer(packed('gzip', body, 422));
    await expect(createTestClient(server.url).request(READ)).rejects.toThrow('Validation Failed');
  });
});
