import { describe, expect, it } from 'vitest';
import { validateDocsConfig } from '../../../src/app/docs-config.ts';
import { claim } from '../../spec/claim.ts';

const PAGE = { label: 'Start', to: 'start', badge: 'new' };
const SECTION = {
  label: 'Guide',
  children: [PAGE],
  frameworks: [{ label: 'solid', children: [PAGE] }],
  collapsible: true,
  defaultCollapsed: false,
};
const CONFIG = {
  $schema: './schema.json',
  docSearch: { appId: 'A', apiKey: 'K', indexName: 'docs' },
  sections: [SECTION],
  users: ['acme'],
};

type Change = readonly [row: string, path: readonly (number | string)[], value: unknown, isLaxToo?: false];

/** Each breaks one row; undefined takes the member out. */
const BREAKS: readonly Change[] = [
  ['root', ['other'], 1],
  ['$schema', ['$schema'], 1],
  ['docSearch', ['docSearch'], undefined, false],
  ['docSearch/appId', ['docSearch', 'appId'], undefined],
  ['docSearch/apiKey', ['docSearch', 'apiKey'], 1],
  ['docSearch/indexName', ['docSearch', 'indexName'], undefined],
  ['sections', ['sections'], undefined],
  ['users', ['users', 0], 1],
  ['section/closed', ['sections', 0, 'other'], 1],
  ['section/label', ['sections', 0, 'label'], undefined],
  ['section/children', ['sections', 0, 'children'], undefined],
  ['section/frameworks', ['sections', 0, 'frameworks'], {}],
  ['section/collapsible', ['sections', 0, 'collapsible'], 'yes'],
  ['section/defaultCollapsed', ['sections', 0, 'defaultCollapsed'], 'yes'],
  ['child/label', ['sections', 0, 'children', 0, 'label'], undefined],
  ['child/to', ['sections', 0, 'children', 0, 'to'], undefined],
  ['child/badge', ['sections', 0, 'children', 0, 'badge'], 1],
  ['framework/label', ['sections', 0, 'frameworks', 0, 'label'], undefined],
  ['framework/children', ['sections', 0, 'frameworks', 0, 'children', 0, 'to'], 1],
];

describe('validateDocsConfig(), specification 2.10', () => {
  it('accepts a configuration with everything, and one with only what is required', () => {
    const least = { docSearch: CONFIG.docSearch, sections: [{ label: 'x', children: [] }] };
    for (const isLax of [false, true]) {
      expect(validateDocsConfig(CONFIG, { isLax })).toEqual([]);
      expect(validateDocsConfig(least, { isLax })).toEqual([]);
    }
  });

  it('refuses what breaks any row', (context) => {
    for (const [row, path, value, isLaxToo] of BREAKS) {
      const broken = withMember(CONFIG, path, value);
      expect(validateDocsConfig(broken, { isLax: false }), row).toHaveLength(1);
      expect(validateDocsConfig(broken, { isLax: true }), row).toHaveLength(isLaxToo === false ? 0 : 1);
      claim(context, `2.10/${row}`);
    }
  });

  it('accepts what sites have today only if it is lax', () => {
    const { docSearch: _, ...rest } = CONFIG;
    const page = { ...PAGE, addedAt: '2026-06-04', updatedAt: '2026-07-01' };
    const today = { ...rest, sections: [{ ...SECTION, children: [page], tab: 'guides' }] };
    expect(validateDocsConfig(today, { isLax: true })).toEqual([]);
    const faults = validateDocsConfig(today, { isLax: false }).map(({ pointer }) => pointer);
    expect(faults.toSorted()).toEqual(['/docSearch', '/sections/0/tab']);
    const wrong = { sections: [{ ...SECTION, tab: 'elsewhere' }] };
    expect(validateDocsConfig(wrong, { isLax: true })[0]?.pointer).toBe('/sections/0/tab');
  });
});

function withMember(value: unknown, [name, ...rest]: Change[1], member: unknown): unknown {
  const copy = structuredClone(value) as Record<string | number, unknown>; // What follows names its members.
  if (name !== undefined && rest.length > 0) {
    copy[name] = withMember(copy[name], rest, member);
  } else if (name !== undefined && member === undefined) {
    delete copy[name];
  } else if (name !== undefined) {
    copy[name] = member;
  }
  return copy;
}
