import { describe, expect, it } from 'vitest';
import { isSameRepository, parseRepositoryName } from '../../src/model/index.ts';

describe('parseRepositoryName()', () => {
  it.each([
    ['acme/rocket', 'acme/rocket'],
    ['  Acme/Rocket.git\n', 'Acme/Rocket'],
    ['a-b/c.d_e-f', 'a-b/c.d_e-f'],
  ])('reads "%s"', (text, name) => {
    expect(parseRepositoryName(text)).toBe(name);
  });

  it.each([
    'rocket',
    'acme/',
    '/rocket',
    'acme/rocket/wiki',
    'acme/rock et',
    'https://x/acme/rocket',
    '../x',
    '',
  ])('refuses "%s"', (text) => {
    expect(() => parseRepositoryName(text)).toThrow('it is not OWNER/NAME');
  });
});

describe('isSameRepository()', () => {
  it('takes no notice of case', () => {
    expect(isSameRepository('Acme/Rocket', 'acme/rocket')).toBe(true);
    expect(isSameRepository('acme/rocket', 'acme/rockets')).toBe(false);
  });
});
