import { describe, expect, it } from 'vitest';
import { planOccasions } from '../../src/notify/index.ts';

const RUN = { outcome: 'succeeded', isVerified: true, drops: [], wasFailing: false } as const;

describe('planOccasions()', () => {
  it('calls a run a success only where it was verified and loaded', () => {
    expect(planOccasions(RUN)).toEqual(['success']);
    expect(planOccasions({ ...RUN, outcome: 'warned' })).toEqual(['success']);
    expect(planOccasions({ ...RUN, isVerified: false })).toEqual(['failure']);
  });

  it('tells of a recovery after a failure', () => {
    expect(planOccasions({ ...RUN, wasFailing: true })).toEqual(['success', 'recovery']);
  });

  it('tells of a failure each time', () => {
    expect(planOccasions({ ...RUN, outcome: 'failed', wasFailing: true })).toEqual(['failure']);
    expect(planOccasions({ ...RUN, outcome: 'interrupted', isVerified: false })).toEqual(['failure']);
  });

  it('is suspicious of a success that brings much less', () => {
    const drops = ['records fell from 1000 to 500'];
    expect(planOccasions({ ...RUN, drops })).toEqual(['success', 'suspicion']);
    expect(planOccasions({ ...RUN, drops, outcome: 'skipped' })).toEqual(['success']);
  });
});
