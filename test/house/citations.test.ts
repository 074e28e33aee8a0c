import { describe, expect, it } from 'vitest';
import { ROOT, readDocuments } from './documents.ts';
import { readTree } from './house-rules.ts';

/**
 * Comments cite rules of two documents by number: "specification 4.1, rule 2" is item 2 of the numbered list in section
 * 4.1 of one; "archive format 2.14" and "archive format, trap 9" are a section and a trap of the other.
 */
const CITED: Readonly<Record<string, string>> = {
  specification: 'docs/service.md',
  'archive format': 'docs/concepts/archive-format.md',
};

const SECTION = /^#{2,3} (\d+(?:\.\d+)?)\b/;

/** The sections of a document with the numbers of their rules. */
function readSections(text: string): ReadonlyMap<string, ReadonlySet<number>> {
  const sections = new Map<string, Set<number>>();
  let rules = new Set<number>();
  for (const line of text.split('\n')) {
    const section = SECTION.exec(line)?.[1];
    if (section !== undefined) {
      rules = new Set();
      sections.set(section, rules);
    }
    const rule = /^(\d+)\. /.exec(line)?.[1];
    if (rule !== undefined) {
      rules.add(Number(rule));
    }
  }
  return sections;
}

interface Citation {
  readonly document: string;
  readonly section: string;
  readonly rules: readonly number[];
}

const CITATION =
  /(specification|archive format)(?:,? ((?:(?:,| and| to|) ?\d+(?:\.\d+)?(?! \w*s\b))+))?(?:(?:,| and) (?:rules?|traps?) ((?:(?:,| and| to|) ?\d+)+))?/gi;

/** The citations in a source, such as `specification 4.1, rules 1 to 3` or `archive format 2.1 to 2.4 and trap 27`. */
function citationsIn(source: string): readonly Citation[] {
  const text = source.replaceAll(/\n\s*(?:\*|\/\/) ?/g, ' ');
  return [...text.matchAll(CITATION)].flatMap(([, name = '', sections = '', rules = '']) => {
    const document = CITED[name.toLowerCase()] ?? '';
    const numbers = rules.match(/\d+/g)?.map(Number) ?? [];
    const isTrap = name.toLowerCase() === 'archive format';
    const whole = (sections.match(/\d+(?:\.\d+)?/g) ?? []).map((section, index, all) => ({
      document,
      section,
      rules: !isTrap && index === all.length - 1 ? numbers : [],
    }));
    return isTrap && numbers.length > 0 ? [...whole, { document, section: '3', rules: numbers }] : whole;
  });
}

describe('citations', () => {
  const documents = readDocuments();
  const known = new Map(
    Object.values(CITED).map((path) => [path, readSections(documents.get(path) ?? '')] as const),
  );
  const citations = ['src', 'test'].flatMap((folder) =>
    [...readTree(ROOT, folder)]
      .filter(([path]) => path !== 'test/house/citations.test.ts')
      .flatMap(([path, text]) => citationsIn(text).map((citation) => ({ path, ...citation }))),
  );

  it.each(Object.values(CITED))('refer to a section and a rule of %s', (cited) => {
    const own = citations.filter(({ document }) => document === cited);
    expect(own.length).toBeGreaterThan(15);
    const lost = own.flatMap(({ path, section, rules }) => {
      const found = known.get(cited)?.get(section);
      return found === undefined
        ? [`${path}: there is no section ${section}`]
        : rules.filter((rule) => !found.has(rule)).map((rule) => `${path}: ${section} has no rule ${rule}`);
    });
    expect(lost).toEqual([]);
  });

  it('are read with all their sections, rules and traps', () => {
    const text = `(specification 4.1, rules 1 to 3; specification 3 and 8.3; the specification says 30)
      (archive format 2.4, 2.15 to 2.17; archive format, traps 2, 3; archive format 2.1 and trap 27)`;
    expect(citationsIn(text).map(({ section, rules }) => [section, ...rules].join(' '))).toEqual([
      '4.1 1 3',
      '3',
      '8.3',
      '2.4',
      '2.15',
      '2.17',
      '3 2 3',
      '2.1',
      '3 27',
    ]);
  });
});
