import { describe, expect, it } from 'vitest';
import { FINDINGS } from '../../src/model/findings.table.ts';
import {
  createFinding,
  createFindingCounter,
  MAX_FINDINGS_LISTED,
  worstSeverity,
} from '../../src/model/findings.ts';

describe('createFindingCounter()', () => {
  it('counts all findings of a code and keeps the first ones', () => {
    const counter = createFindingCounter();
    for (let index = 0; index < MAX_FINDINGS_LISTED + 50; index += 1) {
      counter.add(createFinding('record-invalid', `Record ${index} is wrong`, { recordIndex: index }));
    }
    counter.add(createFinding('kind-unknown', 'New kind'));
    const [invalid, unknown] = counter.tallies();
    expect(invalid).toMatchObject({
      code: 'record-invalid',
      severity: 'error',
      count: MAX_FINDINGS_LISTED + 50,
    });
    expect(invalid?.examples.length).toBe(MAX_FINDINGS_LISTED);
    expect(unknown).toMatchObject({ code: 'kind-unknown', severity: 'info', count: 1 });
  });
});

describe('worstSeverity()', () => {
  it('is the gravest there is', () => {
    const counter = createFindingCounter();
    expect(worstSeverity(counter.tallies())).toBeUndefined();
    counter.add(createFinding('kind-unknown', 'x'));
    expect(worstSeverity(counter.tallies())).toBe('info');
    counter.add(createFinding('entry-link', 'x'));
    expect(worstSeverity(counter.tallies())).toBe('warning');
    counter.add(createFinding('json-syntax', 'x'));
    expect(worstSeverity(counter.tallies())).toBe('error');
  });
});

describe('FINDINGS', () => {
  it('describes each finding once, without a final period', () => {
    const summaries = Object.values(FINDINGS).map((row) => row.summary);
    expect(new Set(summaries).size).toBe(summaries.length);
    expect(summaries.filter((summary) => summary.endsWith('.'))).toEqual([]);
  });
});
