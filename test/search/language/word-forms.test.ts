import { describe, expect, it } from 'vitest';
import { wordForms } from '../../../src/search/language/word-forms.ts';

describe('wordForms()', () => {
  it.each([
    ['crash', 'crashed crashes crashing'],
    ['caching', 'cache cached caches'],
    ['queries', 'queried query querying'],
    ['running', 'run runs'],
    ['Committed', 'commit commits committing'],
    ['stopped', 'stop stops stopping'],
    ['fixed', 'fix fixes fixing'],
    ['boxes', 'box'],
    ['API', 'apis'],
  ])('has the regular forms of %s', (word, forms) => {
    expect(wordForms(word)).toEqual(expect.arrayContaining(forms.split(' ')));
    expect(wordForms(word)).not.toContain(word.toLowerCase());
  });

  it.each([
    ['hoping', 'hop'],
    ['string', 'str'],
    ['class', 'clas'],
    ['universe', 'university'],
  ])('does not treat %s as a form of "%s"', (word, other) => {
    expect(wordForms(word)).not.toContain(other);
  });

  it.each(['ab', 'v2', 'naïve', 'foo_bar', 'main()', '日本語', ''])('has none for %j', (word) => {
    expect(wordForms(word)).toEqual([]);
  });
});
