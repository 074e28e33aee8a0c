import fc from 'fast-check';
import { expect, it } from 'vitest';
import { quotedTerm, removeTerm, splitTerms, withTerm } from '../../../src/browse/show/search-terms.ts';
import { readSearch } from '../../../src/search/parse-search.ts';

const names = fc
  .oneof(fc.string(), fc.stringMatching(/^["\\ ,()a-c:-]{1,8}$/))
  .map((name) => name.trim())
  .filter((name) => name !== '');

it('withTerm() selects labels of any name, and removeTerm() takes that back', () => {
  fc.assert(
    fc.property(names, (name) => {
      for (const search of [withTerm('is:open', 'label', name), `is:open ${quotedTerm('label', name)}`]) {
        expect(readSearch(search, 0).filter).toEqual({
          kind: 'and',
          nodes: [
            expect.objectContaining({ name: 'is' }),
            { kind: 'filter', name: 'label', value: { form: 'texts', texts: [name] } },
          ],
        });
        const [, term = ''] = splitTerms(search);
        expect(removeTerm(search, term)).toBe('is:open');
      }
    }),
  );
});
