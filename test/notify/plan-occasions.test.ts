import { describe, expect, it } from 'vitest';
import { planOccasions } from '../../src/notify/plan-occasions.ts';

const RUN = { outcome: 'succeeded', isVerified: true, drops: [], wasFailing: false } as const;

describe('planOccasions()', () => {
  it('counts a run as successful only if it was verified and loaded', () => {
    expect(planOccasions(RUN)).toEqual(['success']);
    expect(planOccasions({ ...RUN, outcome: 'warned' })).toEqual(['success']);
    expect(planOccasions({ ...RUN, isVerified: false })).toEqual(['failure']);
  });

  it('notifies of a recovery after a failure', () => {
    expect(planOccasions({ ...RUN, wasFailing: true })).toEqual(['success', 'recovery']);
  });

  it('notifies of a failure each time', () => {
    expect(planOccasions({ ...RUN, outcome: 'failed', wasFailing: true })).toEqual(['failure']);
    expect(planOccasions({ ...RUN, outcome: 'interrupted', isVerified: false })).toEqual(['failure']);
  });

  it('suspects a success that is much smaller', () => {
    const drops = ['records fell from 1000 to 500'];
    expect(planOccasions({ ...RUN, drops })).toEqual(['success', 'suspicion']);
    expect(planOccasions({ ...RUN, drops, outcome: 'skipped' })).toEqual(['success']);
  });
});
