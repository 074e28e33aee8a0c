import { describe, expect, it } from 'vitest';
import { claim } from './claim.ts';
import { idsOf, ROWS } from './rows.ts';

describe('ROWS', () => {
  it('has a unique id for each row, which begins with the section', () => {
    const ids = ROWS.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(ids.filter((id) => !/^(?:not-shown\/)?[1-9](?:\.\d+)?\//.test(id))).toEqual([]);
  });

  it('assigns no side to what is not shown, and one to all the rest', () => {
    const unowned = ROWS.filter(({ concerns }) => concerns.length === 0).map(({ id }) => id);
    expect(unowned.every((id) => id.startsWith('not-shown/'))).toBe(true);
    expect(ROWS.filter(({ id }) => id.startsWith('not-shown/'))).toHaveLength(unowned.length);
  });

  it('names both sides', () => {
    expect(idsOf('sandbox')).toContain('4.5/start/status/422');
    expect(idsOf('client')).toContain('7/client/minute');
    expect(idsOf('sandbox')).not.toContain('7/client/minute');
  });
});

describe('claim()', () => {
  it('refuses ids without a row, and rows without a side', (context) => {
    expect(() => claim(context, '4.5/start/status/418')).toThrow('the specification has no such row');
    expect(() => claim(context, 'not-shown/4.6/shape')).toThrow('the specification has no such row');
    expect(context.task.meta.claims).toBeUndefined();
  });
});
