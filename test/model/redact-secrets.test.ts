import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DIALECTS, type Dialect } from '../../src/model/dialects.table.ts';
import { createRedactor, redactSecrets } from '../../src/model/redact-secrets.ts';
import { ANY_CHARACTER } from '../base/support/any-character.ts';
import { IS_LONG } from '../house/long-run.ts';

const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJlLW9mLWl0';

describe('redactSecrets()', () => {
  it.each([
    ['token ghp_abcDEF123 here', 'token [redacted] here'],
    ['github_pat_11AAA_bbb', '[redacted]'],
    ['svp_1 svw_2 ghr_3', '[redacted] [redacted] [redacted]'],
    ['at%3Dghp_0123456789abcdef0123', 'at%3D[redacted]'],
    ['ghp%5F0123456789abcdef0123', '[redacted]'],
    ['Authorization: Bearer abcdefgh.ijk', 'Authorization: Bearer [redacted]'],
    ['authorization: abcdefgh', 'authorization: [redacted]'],
    ['{"authorization":"Digest abcdefgh"}', '{"authorization":"[redacted]"}'],
    ['Set-Cookie: _session=abc; HttpOnly', 'Set-Cookie: [redacted]'],
    ['Authorization: AWS4-HMAC-SHA256 Credential=AKIA1, Signature=fe5f', 'Authorization: [redacted]'],
    ['https://s.example/a?X-Amz-Signature=1&b=2 failed', 'https://s.example/a failed'],
    ['{"u":"https:\\/\\/s.example\\/a?b=2\\u0026c=3"}', '{"u":"https:\\/\\/s.example\\/a"}'],
    ['see https://s.example/a?b=2&amp;c=3)', 'see https://s.example/a'],
    ['"https://s.example/a#access_token=abc"', '"https://s.example/a"'],
    ['https://alice:pw@s.example/a', 'https://s.example/a'],
    ['socks5://alice:pw@s.example:1', 'socks5://s.example:1'],
    ['{"temp_clone_token":"ABC","x":1}', '{"temp_clone_token":"[redacted]","x":1}'],
    [String.raw`"{\"temp_clone_token\":\"ABC\"}"`, String.raw`"{\"temp_clone_token\":\"[redacted]\"}"`],
    ['/k?X-Amz-Date=1&X-Amz-Signature=0a1b', '/k?X-Amz-Date=1&X-Amz-Signature=[redacted]'],
    ['<SignatureProvided>0a1b</SignatureProvided>', '<SignatureProvided>[redacted]</SignatureProvided>'],
    ['key AKIAIOSFODNN7EXAMPLE/20260101/us-east-1/s3/aws4_request', 'key [redacted]'],
    [`a ${JWT} b`, 'a [redacted] b'],
    ['AGE-SECRET-KEY-1QQPQYRZ', '[redacted]'],
    ['-----BEGIN OPENSSH PRIVATE KEY-----\nabc\n-----END OPENSSH PRIVATE KEY-----', '[redacted]'],
    ['https://hooks.slack.com/services/T0/B0/xyz', 'https://hooks.slack.com/[redacted]'],
  ])('makes %s harmless', (text, safe) => {
    expect(redactSecrets(text)).toBe(safe);
  });

  it.each([
    'a bearer of news, a token of love',
    'Cannot use the token: it contains spaces or other unexpected characters',
    'a classic personal access token with the repo scope',
    'Basic information about the token file "/home/a/token"',
    'https://code.example/a/b/issues/1#issuecomment-5',
    'https://code.example/orgs/acme/sso?authorization_request=AZSCKtL4U8yX1H3s',
    '8bd1a4f3e8a7c1f1c0b6b0c5d9d3f2a1e0c9b8a7 is a commit',
    'ssh://git@code.example/a.git',
  ])('leaves as it is: %s', (text) => {
    expect(redactSecrets(text)).toBe(text);
  });

  it('hides more than the sign-on address if more is asked', () => {
    expect(redactSecrets('https://c.example/sso?authorization_request=A1&sig=abc')).toBe(
      'https://c.example/sso',
    );
  });

  it('recognizes every prefix of tokens', () => {
    const dialects: readonly Dialect[] = Object.values(DIALECTS);
    for (const { prefix } of dialects.flatMap(({ tokenPrefixes }) => tokenPrefixes)) {
      expect(redactSecrets(`x ${prefix}Abc1 y`)).toBe('x [redacted] y');
      expect(redactSecrets(`x1${prefix}Abc1Abc1Abc1Abc1Abc1 y`)).toBe('x1[redacted] y');
    }
  });

  it('redacts the given secrets', () => {
    expect(redactSecrets('an 0ldstyle.token; 0ldstyle.token', ['0ldstyle.token', ''])).toBe(
      'an [redacted]; [redacted]',
    );
  });

  it('leaves JSON readable, whatever is in it', () => {
    const piece = fc.constantFrom(
      'https://a.example/b?c=',
      'token=',
      'Authorization: ',
      '"signature":"',
      'ghp_0123456789abcdef',
      'sig=',
      '\\',
      '"',
      "'",
      '\n',
      '&',
      '=',
      'é',
    );
    const text = fc.array(fc.oneof(piece, fc.string({ maxLength: 8 })), { maxLength: 12 });
    fc.assert(
      fc.property(fc.array(text), (values) => {
        const json = JSON.stringify({ values: values.map((pieces) => pieces.join('')) });
        expect(() => JSON.parse(redactSecrets(json))).not.toThrow();
        expect(() => JSON.parse(redactSecrets(JSON.stringify(json)))).not.toThrow();
      }),
    );
  });
});

describe('createRedactor()', () => {
  const secret = 'aB3/x+9_.~-Zq7';
  const redact = createRedactor([secret]);

  it.each([
    ['as it is', secret],
    ['in a URL', encodeURIComponent(secret)],
    ['in a URL in a URL', encodeURIComponent(encodeURIComponent(secret))],
    ['in JSON with escaped slashes', JSON.stringify(secret).replaceAll('/', '\\/')],
    [
      'in JSON, all escaped',
      [...secret].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
    ],
    [
      'in JSON, in capitals',
      [...secret].map((c) => `\\u00${c.charCodeAt(0).toString(16).toUpperCase()}`).join(''),
    ],
    ['in HTML', secret.replaceAll('/', '&#x2F;').replaceAll('+', '&#43;')],
    ['in base64', Buffer.from(secret).toString('base64')],
    ['in base64 for URLs', Buffer.from(secret).toString('base64url')],
    ...['a', 'ab', 'abc', 'x-access-token'].map((user): [string, string] => [
      `in base64 behind the user ${user}`,
      Buffer.from(`${user}:${secret}`).toString('base64'),
    ]),
    ['in base64 between others', Buffer.from(`{"t":"${secret}","u":1}`).toString('base64')],
  ])('finds it %s', (_, text) => {
    const safe = redact(`before ${text} after`);
    expect(safe).toMatch(/^before "?\[redacted\]"? after$/);
  });

  it('finds it with any of its characters escaped, whatever is before it', () => {
    const pad = (code: number) => code.toString(16).padStart(2, '0');
    const notations: readonly ((character: string, code: number) => string)[] = [
      (character) => character,
      (_, code) => `%${pad(code)}`,
      (_, code) => `%25${pad(code).toUpperCase()}`,
      (_, code) => `%252525${pad(code)}`,
      (_, code) => `\\u00${pad(code)}`,
      (_, code) => `\\\\\\\\x${pad(code)}`,
      (_, code) => `&#${code};`,
      (_, code) => `&#x000${pad(code)};`,
      (character) => (/\w/.test(character) ? character : `\\\\${character}`),
    ];
    const before = fc.constantFrom(
      '',
      '%',
      '%4',
      '%25',
      '%2525',
      '\\',
      '\\\\\\',
      '\\u0',
      '\\u00',
      '&',
      '&#',
      '&#x',
      '=',
    );
    // Of characters that escapes consist of, so that an escape can end in the secret.
    const hidden = fc.array(fc.constantFrom(...'0125aAfux#-/+%&;\\.Z'), { minLength: 8, maxLength: 20 });
    const secretWithNotations = hidden.chain((characters) =>
      fc.tuple(
        fc.constant(characters),
        fc.array(fc.constantFrom(...notations), {
          minLength: characters.length,
          maxLength: characters.length,
        }),
      ),
    );
    fc.assert(
      fc.property(fc.array(before, { maxLength: 3 }), secretWithNotations, (start, [characters, spelled]) => {
        const written = characters.map((character, at) => spelled[at]?.(character, character.charCodeAt(0)));
        const text = `${start.join('')}${written.join('')} after`;
        expect(createRedactor([characters.join('')])(text)).toContain('[redacted]');
      }),
      { numRuns: IS_LONG ? 2_000 : 200 },
    );
  });

  it('changes nothing else', () => {
    fc.assert(
      fc.property(fc.string({ unit: ANY_CHARACTER }), (text) => {
        expect(redact(text)).toBe(text);
      }),
    );
    expect(createRedactor(['short'])('a short text')).toBe('a short text');
  });
});
