import { describe, expect, it } from 'vitest';
import { DIALECTS } from '../../../src/model/dialects.table.ts';
import { UNLISTED_PERMISSIONS } from '../../../src/model/permissions.table.ts';
import { callInWordsOf, needsOf } from '../../../src/model/permissions.ts';
import { claim } from '../../spec/claim.ts';
import { PERMISSION_CATEGORIES, PERMISSION_ENTRIES } from '../../spec/rows/permissions.table.ts';

describe('needsOf(), specification 5.1', () => {
  it('covers every row of the tables', (context) => {
    const missing = PERMISSION_ENTRIES.filter((entry) => {
      const kind = entry.audience === 'app' ? 'app_user' : 'fine_grained';
      return !needsOf(entry.method, entry.path).rows.some(
        (row) =>
          row.permission === entry.permission &&
          row.level === entry.subject &&
          row.access === entry.access &&
          row.tokens.includes(kind) &&
          (entry.audience !== 'app' || row.tokens.includes('app_installation') !== entry.isUserTokenOnly) &&
          row.isOneOfSeveral === entry.isMulti,
      );
    });
    expect(missing.map(({ permission, method, path }) => `${permission}: ${method} ${path}`)).toEqual([]);
    for (const entry of PERMISSION_ENTRIES) {
      claim(
        context,
        `5.1/${entry.audience}/${entry.subject}/${entry.permission}/${entry.access} ${entry.method} ${entry.path}`,
      );
    }
    claim(context, '5/rule/5/several');
  });

  it('recognizes them in the words of the other dialect too', () => {
    for (const { method, path } of PERMISSION_ENTRIES) {
      const [, spelled = ''] = callInWordsOf(`${method} ${path}`, DIALECTS.github).split(' ');
      expect(needsOf(method, spelled).rows.length, spelled).toBeGreaterThan(0);
    }
  });

  it('lists the categories without rows', (context) => {
    for (const [subject, names] of Object.entries(PERMISSION_CATEGORIES)) {
      const known: Readonly<Record<string, readonly string[]>> = UNLISTED_PERMISSIONS;
      for (const name of names.split(', ')) {
        expect(known[subject], `${subject}: ${name}`).toContain(name);
        claim(context, `5.1/fine-grained/${subject}/${name}`);
      }
    }
  });
});
