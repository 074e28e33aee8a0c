import { describe, expect, it } from 'vitest';
import { redactUrl } from '../../src/client/index.ts';

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
