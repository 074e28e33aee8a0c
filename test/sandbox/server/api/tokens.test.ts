import { describe, expect, it } from 'vitest';
import { DIALECTS } from '../../../../src/model/index.ts';
import { issueTokens } from '../../../../src/sandbox/server/api/tokens.ts';

describe('issueTokens()', () => {
  it('makes tokens of the real shape in the github dialect', () => {
    const tokens = issueTokens(DIALECTS.github, 'seed');
    expect(tokens.classic).toMatch(/^ghp_[A-Za-z0-9]{36}$/);
    expect(tokens.fine_grained).toMatch(/^github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}$/);
    expect(tokens.oauth).toMatch(/^gho_[A-Za-z0-9]{36}$/);
    expect(tokens.app_user).toMatch(/^ghu_[A-Za-z0-9]{36}$/);
    expect(tokens.app_installation).toMatch(/^ghs_[A-Za-z0-9]{36}$/);
    expect(tokens.workflow).toMatch(/^ghs_WORKFLOW[A-Za-z0-9]{28}$/);
  });

  it('gives different seeds and dialects different tokens', () => {
    const all = [
      issueTokens(DIALECTS.service, 'a'),
      issueTokens(DIALECTS.service, 'b'),
      issueTokens(DIALECTS.github, 'a'),
    ].flatMap((tokens) => Object.values(tokens).map((token) => token.slice(-20)));
    expect(new Set(all).size).toBe(all.length);
  });
});
