import { describe, expect, it } from 'vitest';
import { WordFinder } from '../../src/base/word-finder.ts';

function finderOf(...words: readonly string[]): WordFinder<string> {
  const finder = new WordFinder<string>();
  for (const word of words) {
    finder.add(word, word);
  }
  return finder;
}

function foundIn(finder: WordFinder<string>, text: string): readonly string[] {
  return finder.find(Buffer.from(text)).map(({ label, line }) => `${label}:${line}`);
}

describe('WordFinder', () => {
  it('finds words in any case, at their beginning and end only, with their lines', () => {
    const finder = finderOf('acme/app', 'Ada Quill', 'ada@quill.example', 'Müller', '李明');
    const text =
      'ACME/App, acme/apple xacme/app\n“Ada  Quill” “ada quill”\n<ADA@quill.example>\n(müller)\nmüllers 李明, 李明明';
    expect(foundIn(finder, text)).toEqual([
      'acme/app:1',
      'Ada Quill:2',
      'ada@quill.example:3',
      'Müller:4',
      '李明:5',
    ]);
  });

  it('finds the same in pieces of any size', () => {
    const finder = finderOf('acme/app', 'ada');
    finder.addPhrase('one two three four five six', 'phrase');
    const text = Buffer.from(
      `${'filler '.repeat(1_000)}\nacme/app ada ${'x'.repeat(5_000)} ada\nONE two three four five six.`,
    );
    const whole = finder.find(text);
    expect(whole.map(({ label }) => label)).toEqual(['acme/app', 'ada', 'ada', 'phrase']);
    for (const size of [1, 7, 1_000, 1_024, 4_096]) {
      const found: object[] = [];
      const search = finder.open((one) => found.push(one));
      for (let at = 0; at < text.length; at += size) {
        search.push(text.subarray(at, at + size));
      }
      search.end();
      expect(found, `pieces of ${size}`).toEqual(whole);
    }
    for (const { start, end, label } of whole.slice(0, 3)) {
      expect(text.toString('utf8', start, end)).toBe(label);
    }
  });

  it('finds words behind escaped spaces, as in JSON, and takes no escape for a letter', () => {
    const finder = finderOf('acme/app', 'N Kumar', 'nancy-9');
    finder.addPhrase('one two three four five six', 'phrase');
    const text = JSON.stringify('a\nacme/app\none two three four five six\n Kumar\tnancy-9');
    expect(foundIn(finder, text)).toEqual(['acme/app:1', 'phrase:1', 'nancy-9:1']);
    expect(foundIn(finder, 'HOME\\nancy-9 and N Kumar')).toEqual(['nancy-9:1', 'N Kumar:1']);
  });

  it.each([
    '?url=https%3A%2F%2Fhost%2Fada@quill.example%2Fissues',
    'a%252Fada@quill.example',
    '_ada@quill.example_',
    '__ada@quill.example__',
    '-ada@quill.example',
    String.raw`\u003cada@quill.example\u003e`,
    String.raw`\n_ada@quill.example_`,
  ])('finds words behind escapes and between marks of emphasis: %s', (text) => {
    expect(foundIn(finderOf('ada@quill.example'), text)).toEqual(['ada@quill.example:1']);
  });

  it.each([
    'x_ada@quill.example',
    'x-ada@quill.example',
    'ada@quill.example_x',
    'ada@quill.example-',
    '100%ada@quill.examples',
  ])('finds no part of a longer word: %s', (text) => {
    expect(foundIn(finderOf('ada@quill.example'), text)).toEqual([]);
  });

  it('asks whether a word counts where it is', () => {
    const finder = new WordFinder<string>();
    finder.add('ada', 'mention', (bytes, start) => bytes[start - 1] === 0x40);
    expect(foundIn(finder, 'ada, /ada and @ada')).toEqual(['mention:1']);
  });

  it('finds words by their form, at long runs and around @', () => {
    const finder = new WordFinder([
      { pattern: /tok_\w{20}/g, minLength: 20, label: 'token' },
      { pattern: /\w+@\w+\.example/g, label: 'address' },
    ]);
    const text = `tok_short tok_${'a1'.repeat(10)}\nx@y.example, also @y.example`;
    expect(foundIn(finder, text)).toEqual(['token:1', 'address:2']);
  });

  it('forgets phrases that another text has', () => {
    const finder = new WordFinder<string>();
    finder.addPhrase('this is what a template says', 'template');
    finder.addPhrase('this is what nobody else says', 'private');
    finder.removePhrases(Buffer.from('"body":"this is what a template says"'));
    expect(foundIn(finder, 'this is what a template says, this is what nobody else says')).toEqual([
      'private:1',
    ]);
  });
});
