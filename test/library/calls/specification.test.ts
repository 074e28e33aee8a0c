import { expect, it } from 'vitest';
import { findTokenNeeds, validateDocsConfig } from '../../../src/library/client.ts';

it('says what tokens need, and what is wrong with the configuration of a documentation site', async () => {
  const needs = await findTokenNeeds('POST /user/migrations');
  expect(needs.flatMap(({ tokens }) => tokens)).toContain('classic');
  expect((await findTokenNeeds()).length).toBeGreaterThan(needs.length);
  // Each kind of token has its calls in the list of all: classic ones need scopes.
  const [ofClassic] = await findTokenNeeds(undefined, {
    tokenKind: 'classic',
    permission: 'scope admin:org',
  });
  expect(ofClassic).toMatchObject({ call: 'GET /orgs/{org}/migrations', tokens: ['classic', 'oauth'] });
  await expect(findTokenNeeds('POST')).rejects.toMatchObject({ code: 'usage' });
  expect((await validateDocsConfig({})).length).toBeGreaterThan(0);
});
