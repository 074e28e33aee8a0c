import { describe, expect, it } from 'vitest';
import { redactSecrets, redactUrl } from '../../src/client/index.ts';

describe('redactUrl()', () => {
  it('keeps origin and path alone', () => {
    const url = new URL('https://alice:secret@storage.example:8443/a/b?X-Amz-Signature=secret#secret');
    expect(redactUrl(url)).toBe('https://storage.example:8443/a/b');
  });
});

describe('redactSecrets()', () => {
  it.each([
    ['token ghp_abcDEF123 here', 'token [redacted] here'],
    ['github_pat_11AAA_bbb', '[redacted]'],
    ['svp_1 svw_2 ghr_3', '[redacted] [redacted] [redacted]'],
    ['Authorization: Bearer abcdefgh.ijk', 'Authorization: Bearer [redacted]'],
    ['https://s.example/a?X-Amz-Signature=1&b=2 failed', 'https://s.example/a failed'],
    ['"https://s.example/a#frag"', '"https://s.example/a"'],
    ['https://alice:pw@s.example/a', 'https://s.example/a'],
    ['{"temp_clone_token":"ABC","x":1}', '{"temp_clone_token":"[redacted]","x":1}'],
    ['a bearer of news, a token of love', 'a bearer of news, a token of love'],
  ])('makes %s harmless', (text, safe) => {
    expect(redactSecrets(text)).toBe(safe);
  });

  it('takes out the secrets it is told', () => {
    expect(redactSecrets('an 0ldstyle.token; 0ldstyle.token', ['0ldstyle.token', ''])).toBe(
      'an [redacted]; [redacted]',
    );
  });
});
