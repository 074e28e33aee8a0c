import { describe, expect, it } from 'vitest';
import { auditLogRow } from '../../src/store/audit-log-row.ts';

describe('auditLogRow()', () => {
  it('has the known fields, and all of them as JSON', () => {
    const entry = {
      created_at: '1429548104000',
      action: 'team.create',
      actor: 'octocat',
      'data.team': 'acme/a',
    };
    const [id, ...cells] = auditLogRow(entry);
    expect(id).toMatch(/^[0-9a-f]{64}$/);
    const time = '2015-04-20T16:41:44Z';
    expect(cells).toEqual([time, 'team.create', 'octocat', null, null, null, JSON.stringify(entry)]);
  });

  it.each([
    [{ created_at: '2026-06-01T12:00:00.000Z' }, '2026-06-01T12:00:00Z'],
    [{ '@timestamp': '2026-06-01 14:00:00 +0200' }, '2026-06-01T12:00:00Z'],
    [{ created_at: 'yesterday' }, null],
    [{ created_at: '9999999999999' }, '2286-11-20T17:46:39.999Z'],
    [{ action: 'a' }, null],
  ])('reads the time of %j', (entry, expected) => {
    expect(auditLogRow(entry)[1]).toBe(expected);
  });

  it('has the same id for the same entry only', () => {
    expect(auditLogRow({ action: 'a' })[0]).toBe(auditLogRow({ action: 'a' })[0]);
    expect(auditLogRow({ action: 'a' })[0]).not.toBe(auditLogRow({ action: 'b' })[0]);
  });
});
