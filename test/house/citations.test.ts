import { describe, expect, it } from 'vitest';
import { ROOT, readDocuments } from './documents.ts';
import { readTree } from './house-rules.ts';

/**
 * Comments cite rules of `docs/service.md`: "specification 4.1, rule 2". A section is a heading with its number, and a
 * rule an item of a numbered list in it.
 */

const SECTION = /^#{2,3} (\d+(?:\.\d+)?)\b/;

/** Every section of the specification and its numbered rules. */
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
  readonly section: string;
  readonly rules: readonly number[];
}

/** What a source cites: `specification 4.1, rules 1 to 3`, `specification 3 and 8.3`, `specification 4.1 to 4.6`. */
function citationsIn(source: string): readonly Citation[] {
  const text = source.replaceAll(/\n\s*(?:\*|\/\/) ?/g, ' ');
  const cited = text.matchAll(
    /specification (\d+(?:\.\d+)?)((?:(?:,| and| to) \d+(?:\.\d+)?(?! \w*s\b))*)(?:, rules? (\d+)(?:(?: to| and) (\d+))?)?/gi,
  );
  return [...cited].flatMap(([, section = '', more = '', first, last]) => [
    { section, rules: more === '' ? [first, last].filter((rule) => rule !== undefined).map(Number) : [] },
    ...[...more.matchAll(/\d+(?:\.\d+)?/g)].map(([other]) => ({ section: other, rules: [] })),
  ]);
}

describe('citations of the specification', () => {
  const sections = readSections(readDocuments().get('docs/service.md') ?? '');
  const citations = ['src', 'test'].flatMap((folder) =>
    [...readTree(ROOT, folder)]
      .filter(([path]) => path !== 'test/house/citations.test.ts')
      .flatMap(([path, text]) => citationsIn(text).map((citation) => ({ path, ...citation }))),
  );

  it('lead to a section and a rule of docs/service.md', () => {
    expect(citations.length).toBeGreaterThan(150);
    const lost = citations.flatMap(({ path, section, rules }) => {
      const known = sections.get(section);
      return known === undefined
        ? [`${path}: there is no section ${section}`]
        : rules.filter((rule) => !known.has(rule)).map((rule) => `${path}: ${section} has no rule ${rule}`);
    });
    expect(lost).toEqual([]);
  });

  it('are read with all their sections and rules', () => {
    expect(citationsIn('(specification 4.1, rules 1 to 3; specification 3 and 8.3)')).toEqual([
      { section: '4.1', rules: [1, 3] },
      { section: '3', rules: [] },
      { section: '8.3', rules: [] },
    ]);
  });
});
