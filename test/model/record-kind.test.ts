import { describe, expect, it } from 'vitest';
import {
  isRecordFileName,
  isRecordKind,
  kindOfPrefix,
  kindOfRecordFile,
  pluralOfKind,
  prefixOfRecordFile,
  readRecordFileName,
} from '../../src/model/record-kind.ts';
import { RECORD_KINDS } from '../../src/model/record-kinds.table.ts';

describe('kindOfPrefix()', () => {
  it('recognizes each prefix of the table', () => {
    for (const [kind, { prefixes }] of Object.entries(RECORD_KINDS)) {
      for (const prefix of prefixes) {
        expect(kindOfPrefix(prefix)).toBe(kind);
      }
    }
  });

  it('treats bots as users, as their records do', () => {
    expect(kindOfPrefix('bots')).toBe('user');
  });

  it('does not guess at new ones', () => {
    expect(kindOfPrefix('rulesets')).toBeUndefined();
    expect(isRecordKind('constructor')).toBe(false);
    expect(pluralOfKind('ruleset')).toBe('rulesets');
    expect(pluralOfKind('repository')).toBe('repositories');
  });
});

describe('readRecordFileName()', () => {
  it('gives prefix and number', () => {
    expect(readRecordFileName('issue_comments_000012.json')).toEqual({
      prefix: 'issue_comments',
      number: 12,
    });
    expect(readRecordFileName('projects_v2_000001.json')).toEqual({ prefix: 'projects_v2', number: 1 });
  });

  it.each(['issues.json', 'a/issues_000001.json', '../x_1.json', '.x_1.json', 'issues_1234567890.json'])(
    'recognizes no kind in %s',
    (name) => {
      expect(readRecordFileName(name)).toBeUndefined();
    },
  );
});

describe('isRecordFileName()', () => {
  it('asks for a number if the name has no kind', () => {
    expect(['issues.json', 'package.json', 'package_1.json'].map(isRecordFileName)).toEqual([
      true,
      false,
      true,
    ]);
  });
});

describe('kindOfRecordFile()', () => {
  it('gives the kind of the prefix, else the prefix', () => {
    expect(['bots_000001.json', 'issues.json', 'rulesets_000001.json'].map(kindOfRecordFile)).toEqual([
      'user',
      'issue',
      'rulesets',
    ]);
  });
});

describe('prefixOfRecordFile()', () => {
  it('drops the number and the ending', () => {
    expect(prefixOfRecordFile('issue_comments_000012.json')).toBe('issue_comments');
    expect(prefixOfRecordFile('issues.json')).toBe('issues');
  });
});
