import { expect, it } from 'vitest';
import { mentionsIn } from '../../../src/store/text-index/mentions.ts';

it.each([
  ['Thanks @Mira, and @acme/core!', ['mira', 'acme/core']],
  ['@john.doe. (@mira)', ['john', 'john.doe', 'mira']],
  ['@dependabot[bot] rebase, @dependabot[bots]', ['dependabot', 'dependabot[bot]', 'dependabot']],
  ['mail to mira@acme.example, see /@mira, @@mira', []],
  ['@old-', ['old-']],
  ['@.hidden', ['.hidden']],
  ['日本語@mira です', ['mira']],
])('finds the names in %j', (text, names) => {
  expect([...mentionsIn([null, text, null, null])]).toEqual(names);
});

it('finds names in all texts but those of files', () => {
  expect([...mentionsIn(['@a', '@b', '@c', '@d'])]).toEqual(['a', 'b', 'c']);
});
