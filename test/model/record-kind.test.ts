import { describe, expect, it } from 'vitest';
import { isRecordKind, kindOfPrefix, pluralOfKind, RECORD_KINDS } from '../../src/model/index.ts';

describe('kindOfPrefix()', () => {
  it('knows each prefix of the table', () => {
    for (const [kind, { prefixes }] of Object.entries(RECORD_KINDS)) {
      for (const prefix of prefixes) {
        expect(kindOfPrefix(prefix)).toBe(kind);
      }
    }
  });

  it('takes bots for users, as their records say', () => {
    expect(kindOfPrefix('bots')).toBe('user');
  });

  it('does not guess at new ones', () => {
    expect(kindOfPrefix('rulesets')).toBeUndefined();
    expect(isRecordKind('constructor')).toBe(false);
    expect(pluralOfKind('ruleset')).toBe('rulesets');
    expect(pluralOfKind('repository')).toBe('repositories');
  });
});
