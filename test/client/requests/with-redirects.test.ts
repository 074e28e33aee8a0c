import { describe, expect, it } from 'vitest';
import { json, startScriptedServer, text } from '../support/scripted-server.ts';
import { createTestClient, READ, TOKEN, WRITE } from '../support/test-client.ts';

describe('withRedirects()', () => {
  it.each([301, 302, 303, 307, 308])('follows %d on the same origin, with the token', async (status) => {
    const server = await startScriptedServer(
      text(status, '', { location: '/moved' }),
      json(200, { ok: true }),
    );
    const response = await createTestClient(server.url).request(READ);
    expect(response.body).toEqual({ ok: true });
    expect(response.url.pathname).toBe('/moved');
    expect(server.requests[1]).toMatchObject({
      path: '/moved',
      headers: { authorization: `Bearer ${TOKEN}` },
    });
  });

  it('keeps method and body of a write at 307', async () => {
    const server = await startScriptedServer(text(307, '', { location: '/moved' }), json(201, {}));
    await createTestClient(server.url).request(WRITE);
    expect(server.requests[1]).toMatchObject({ method: 'POST', path: '/moved', body: '{"name":"x"}' });
  });

  it('does not guess what a 302 means for a write', async () => {
    const server = await startScriptedServer(text(302, '', { location: '/moved' }));
    await expect(createTestClient(server.url).request(WRITE)).rejects.toThrow(
      'answers POST with a redirect (302)',
    );
    expect(server.requests).toHaveLength(1);
  });

  it('goes to no other origin', async () => {
    const other = await startScriptedServer(json(200, {}));
    const server = await startScriptedServer(text(302, '', { location: `${other.url.href}x?secret=1` }));
    await expect(createTestClient(server.url).request(READ)).rejects.toMatchObject({
      code: 'location-refused',
      message: `Cannot read the thing: "${server.url.href}things" redirects to another origin, "${other.url.origin}"`,
    });
    expect(other.requests).toHaveLength(0);
  });

  it('fails after five redirects', async () => {
    const server = await startScriptedServer(text(302, '', { location: '/things' }));
    await expect(createTestClient(server.url).request(READ)).rejects.toThrow('redirects more than 5 times');
    expect(server.requests).toHaveLength(6);
  });

  it.each([undefined, '', 'http://[', 'javascript:1'])('refuses the target %s', async (location) => {
    const headers: Record<string, string> = location === undefined ? {} : { location };
    const server = await startScriptedServer(text(301, '', headers));
    await expect(createTestClient(server.url).request(READ)).rejects.toMatchObject({
      message: expect.stringMatching(
        /redirects (without a Location header|to another origin, "javascript:")/,
      ),
    });
  });

  it('leaves a redirect alone that the call expects', async () => {
    const server = await startScriptedServer(text(302, 'x', { location: 'https://storage.example/a' }));
    const response = await createTestClient(server.url).request({ ...READ, expects: [302] });
    expect(response.headers.get('location')).toBe('https://storage.example/a');
  });
});
