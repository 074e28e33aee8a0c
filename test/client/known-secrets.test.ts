import { describe, expect, it } from 'vitest';
import { redactUrl } from '../../src/client/index.ts';
import { KnownSecrets } from '../../src/client/known-secrets.ts';

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
