import { describe, expect, it } from 'vitest';
import { checkTokenText } from '../../src/client/check-token.ts';
import { checkKindForMigrations } from '../../src/client/index.ts';
import { DIALECTS, tokenKindOf } from '../../src/model/index.ts';

describe('checkTokenText() and checkKindForMigrations()', () => {
  it.each([
    'svp_abc123',
    'ghp_abc123',
    'gho_abc',
    'svo_abc',
    '0123456789abcdef0123456789abcdef01234567',
    'a-b.c~d+e/f==',
  ])('accepts %s', (token) => {
    expect(() => checkTokenText(token)).not.toThrow();
    expect(() => checkKindForMigrations(tokenKindOf(token), DIALECTS.service)).not.toThrow();
  });

  it.each([
    ['github_pat_SECRET', 'a fine-grained personal access token'],
    ['ghs_SECRET', 'an app installation access token'],
    ['ghu_SECRET', 'an app user access token'],
    ['service_pat_SECRET', 'a fine-grained personal access token'],
    ['svw_SECRET', 'the built-in token of a workflow'],
  ])('refuses %s and says what it is', (token, title) => {
    expect(() => checkKindForMigrations(tokenKindOf(token), DIALECTS.github)).toThrow(
      expect.objectContaining({
        code: 'token-kind',
        message: `Cannot use this token for migrations of GitHub: it is ${title}`,
        hint: expect.stringContaining('Create a classic personal access token with the repo scope'),
      }),
    );
  });

  it.each(['RSA PRIVATE KEY', 'PRIVATE KEY'])('says what to use instead of an app: %s', (title) => {
    const key = `-----BEGIN ${title}-----\nc3ZwX1NFQ1JFVA==\n-----END ${title}-----\n`;
    expect(() => checkTokenText(key)).toThrow(
      expect.objectContaining({
        code: 'token-kind',
        message: 'Cannot use the token: it is a private key, such as that of an app',
        hint: expect.stringContaining('Migrations do not accept apps: use a classic personal access token'),
      }),
    );
  });

  it.each([
    ['', 'it is empty'],
    [' \n ', 'it is empty'],
    ['svp_SECRET\nsvp_other', 'it has more than one line'],
    ['Bearer svp_SECRET', 'it contains spaces or other unexpected characters'],
    ['"svp_SECRET"', 'it contains spaces or other unexpected characters'],
    ['svp_SECRET\n', 'it contains spaces or other unexpected characters'],
    ['svp_SECRETé', 'it contains spaces or other unexpected characters'],
  ])('refuses the text %j without showing it', (token, found) => {
    expect(() => checkTokenText(token)).toThrow(
      expect.objectContaining({ code: 'usage', message: `Cannot use the token: ${found}` }),
    );
  });
});
