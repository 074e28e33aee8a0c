import { expect, it } from 'vitest';
import { findTokenNeeds, validateDocsConfig } from '../../../src/library/client.ts';

it('says what tokens need, and what is wrong with the configuration of a documentation site', async () => {
  const needs = await findTokenNeeds('POST /user/migrations');
  expect(needs.flatMap(({ tokens }) => tokens)).toContain('classic');
  expect((await findTokenNeeds()).length).toBeGreaterThan(needs.length);
  await expect(findTokenNeeds('POST')).rejects.toMatchObject({ code: 'usage' });
  expect((await validateDocsConfig({})).length).toBeGreaterThan(0);
});
