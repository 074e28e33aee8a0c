import { describe, expect, it } from 'vitest';
import { planOccasions } from '../../src/notify/index.ts';

const GOOD = { bytes: 1_000_000, records: 1_000, repositories: 10, recordsByKind: {} };
const RUN = {
  outcome: 'succeeded',
  verified: GOOD,
  lastGood: GOOD,
  wasFailing: false,
  maxDropPercent: 30,
} as const;

describe('planOccasions()', () => {
  it('calls a run a success only where it was verified and loaded', () => {
    expect(planOccasions(RUN).occasions).toEqual(['success']);
    expect(planOccasions({ ...RUN, outcome: 'warned' }).occasions).toEqual(['success']);
    expect(planOccasions({ ...RUN, verified: undefined }).occasions).toEqual(['failure']);
  });

  it('tells of a recovery after a failure', () => {
    expect(planOccasions({ ...RUN, wasFailing: true }).occasions).toEqual(['success', 'recovery']);
  });

  it('tells of a failure each time', () => {
    expect(planOccasions({ ...RUN, outcome: 'failed', wasFailing: true }).occasions).toEqual(['failure']);
    expect(planOccasions({ ...RUN, outcome: 'interrupted', verified: undefined }).occasions).toEqual([
      'failure',
    ]);
  });

  it('is suspicious of a success that brings much less', () => {
    const plan = planOccasions({ ...RUN, verified: { ...GOOD, records: 500 } });
    expect(plan).toEqual({
      occasions: ['success', 'suspicion'],
      drops: ['records fell from 1000 to 500'],
    });
    expect(planOccasions({ ...RUN, lastGood: undefined }).occasions).toEqual(['success']);
  });
});
