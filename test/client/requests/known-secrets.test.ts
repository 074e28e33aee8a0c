import { describe, expect, it } from 'vitest';
import { redactUrl } from '../../../src/client/request-url.ts';
import { KnownSecrets } from '../../../src/client/requests/known-secrets.ts';
import { json, startScriptedServer, text } from '../support/scripted-server.ts';
import { createTestClient, READ, TOKEN } from '../support/test-client.ts';

describe('KnownSecrets', () => {
  it('redacts what signs an address, and what looks like a key, but no time', () => {
    const secrets = new KnownSecrets();
    const times = ['2026-05-04T10:00:00Z', '2026-05-04T11:00:00.1234567Z', '2026-05-04T12:00:00+00:00'];
    const [from = '', until = '', keyUntil = ''] = times;
    const query = new URLSearchParams({
      st: from,
      se: until,
      ske: keyUntil,
      sig: 'c2lnbmF0dXJl',
      id: 'a1'.repeat(10),
    });
    secrets.note(new URL(`https://a.blob.example/b?${query}`));
    expect(secrets.redact(`${times.join()} c2lnbmF0dXJl ${'a1'.repeat(10)}`)).toBe(
      `${times.join()} [redacted] [redacted]`,
    );
  });
});

describe('redactUrl()', () => {
  it('keeps origin and path alone', () => {
    const url = new URL('https://alice:secret@storage.example:8443/a/b?X-Amz-Signature=secret#secret');
    expect(redactUrl(url)).toBe('https://storage.example:8443/a/b');
  });

  it('removes a token from the path', () => {
    expect(redactUrl(new URL('https://s.example/ghp_0123456789abcdef0123/a'))).toBe(
      'https://s.example/[redacted]/a',
    );
  });

  it('shows an address without a host as its protocol', () => {
    expect(redactUrl(new URL('file:///etc/passwd'))).toBe('file:/etc/passwd');
  });
});

/** Ways in which an answer can repeat a token. */
const FORMS: readonly (readonly [string, string])[] = [
  ['as it is', TOKEN],
  ['as a header', `Authorization: Bearer ${TOKEN}`],
  ['in a URL', encodeURIComponent(encodeURIComponent(`_${TOKEN}_`))],
  ['in base64 behind a user', Buffer.from(`x-access-token:${TOKEN}`).toString('base64')],
  ['in an address', `https://mona:${TOKEN}@storage.example/a`],
  ['cut', TOKEN.slice(0, -3)],
];
const ESCAPED = [...TOKEN].map((sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
const OLD_TOKEN = '0123456789abcdef0123456789abcdef01234567';

async function failureOf(body: string, status = 422): Promise<string> {
  const server = await startScriptedServer(text(status, body, { 'x-service-request-id': `id ${TOKEN}` }));
  const error = await createTestClient(server.url)
    .request({ ...READ, method: 'POST' })
    .catch((caught) => caught);
  return JSON.stringify([error.message, error.hint, error.details, error.stack]);
}

describe('withRedaction()', () => {
  it.each(FORMS)('removes the token from an error that repeats it %s', async (_, form) => {
    for (const status of [401, 422, 500]) {
      const body = { message: `No: ${form}`, errors: [form, { field: form, message: form }] };
      const told = await failureOf(JSON.stringify(body), status);
      expect(told).toContain('[redacted]');
      expect(told).not.toContain(form);
      expect(told).not.toContain(TOKEN.slice(4, 15));
    }
  });

  it('redacts the token in JSON that escapes it, and in text that is not JSON', async () => {
    for (const body of [`{"message":"No: ${ESCAPED}"}`, `<title>${TOKEN}</title>`, `what? ${TOKEN}`]) {
      expect(await failureOf(body)).not.toContain(TOKEN.slice(4, 15));
    }
  });

  it('removes tokens of others, and whatever else looks like a secret', async () => {
    const message =
      'ghp_0123456789abcdefghij eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc AGE-SECRET-KEY-1QQPQ X-Amz-Signature=0abc';
    expect(await failureOf(JSON.stringify({ message }))).not.toMatch(/ghp_0|eyJ|KEY-1Q|0abc/);
  });

  it('recognizes a token without a prefix, also in data', async () => {
    const server = await startScriptedServer(json(200, { login: OLD_TOKEN, sha: `a${OLD_TOKEN.slice(1)}` }));
    const { body } = await createTestClient(server.url, { token: OLD_TOKEN }).request(READ);
    expect(body).toEqual({ login: '[redacted]', sha: `a${OLD_TOKEN.slice(1)}` });
  });

  it('removes a clone token of any length, and nothing after it', async () => {
    const token = 'a"b'.repeat(3_000_000);
    const repository = { temp_clone_token: token, body: '"temp_clone_token": "no token"', name: 'app' };
    const server = await startScriptedServer(json(200, [repository, { temp_clone_token: 'b', name: 'b' }]));
    const { body } = await createTestClient(server.url).request(READ);
    expect(body).toEqual([
      { ...repository, temp_clone_token: null },
      { temp_clone_token: null, name: 'b' },
    ]);
  });

  it('remembers what signed the addresses that the service gave', async () => {
    const signature = 'f'.repeat(63).concat('0');
    const server = await startScriptedServer(
      text(302, '', { location: `https://storage.example/a?X-Amz-Signature=${signature}&X-Amz-Expires=300` }),
      json(422, { message: `The signature ${signature} expires in 300 s` }),
    );
    const client = createTestClient(server.url);
    const moved = await client.request({ ...READ, expects: [302] });
    expect(moved.headers.get('location')).toContain(signature);
    await expect(client.request(READ)).rejects.toThrow('The signature [redacted] expires in 300 s');
  });

  it.each([
    ['SignatureProvided', 403, 'AKIAIOSFODNN7EXAMPLE'],
    ['Message', 400, 'c2lnbmF0dXJl'],
    ['Code', 404, 'not%2Bso%2Fshort'],
  ])('removes the signature of an address from the storage error with %s', async (member, status, value) => {
    const decoded = decodeURIComponent(value);
    const body = `<Error><Code>Denied</Code><Message>No: ${decoded}, ${value}, ${TOKEN}</Message><${member}>${decoded}</${member}></Error>`;
    const storage = await startScriptedServer(text(status, body));
    const client = createTestClient(new URL('http://127.0.0.1:9'));
    const url = new URL(`/a?key=${value}&n=1`, storage.url);
    const error = await client.openDownload({ url }).catch((caught) => caught);
    expect(error.message).toContain('[redacted]');
    expect(JSON.stringify([error.message, error.details, error.stack])).not.toMatch(
      new RegExp(`${value}|${decoded.replaceAll(/[+]/g, '\\+')}|${TOKEN}`),
    );
  });
});
