import { describe, expect, it } from 'vitest';
import { createGateState, type GateState } from '../../../src/client/gate/gate-state.ts';
import { mergeGateStates } from '../../../src/client/gate/merge-gate-states.ts';

function state(more: Partial<GateState>): GateState {
  return { ...createGateState(), ...more };
}

describe('mergeGateStates()', () => {
  it('believes the newer window, and in one window the smaller rest', () => {
    const ours = state({
      buckets: { core: { remaining: 9, resetMs: 100 }, search: { remaining: 5, resetMs: 50 } },
    });
    const theirs = state({
      buckets: { core: { remaining: 7, resetMs: 100 }, search: { remaining: 30, resetMs: 90 } },
    });
    for (const merged of [mergeGateStates(ours, theirs), mergeGateStates(theirs, ours)]) {
      expect(merged.buckets).toEqual({
        core: { remaining: 7, resetMs: 100 },
        search: { remaining: 30, resetMs: 90 },
      });
    }
  });

  it('keeps a refusal whose window another machine does not know', () => {
    const refused = state({ buckets: { core: { remaining: 0, resetMs: 90, refusedUntilMs: 200 } } });
    const merged = mergeGateStates(refused, state({ buckets: { core: { remaining: 100, resetMs: 150 } } }));
    expect(merged.buckets['core']).toEqual({ remaining: 100, resetMs: 150, refusedUntilMs: 200 });
  });

  it('takes the longer pause, the later write and the slower pace', () => {
    const merged = mergeGateStates(
      state({ pause: { untilMs: 5, reason: 'a' }, lastWriteMs: 9, pacesMs: { 'GET /user': 3 } }),
      state({ pause: { untilMs: 8, reason: 'b' }, lastWriteMs: 2, pacesMs: { 'GET /user': 7, 'GET /x': 1 } }),
    );
    expect(merged.pause).toEqual({ untilMs: 8, reason: 'b' });
    expect(merged.lastWriteMs).toBe(9);
    expect(merged.pacesMs).toEqual({ 'GET /user': 7, 'GET /x': 1 });
  });

  it('counts what both know once, and what one knows as well', () => {
    const ours = state({
      spent: {
        points: [
          [10, 1],
          [20, 4],
        ],
      },
    });
    const theirs = state({
      spent: {
        points: [
          [20, 2],
          [30, 5],
        ],
        minutes: [[7, 7]],
      },
    });
    expect(mergeGateStates(ours, theirs).spent).toEqual({
      points: [
        [10, 1],
        [20, 4],
        [30, 5],
      ],
      minutes: [[7, 7]],
    });
    expect(mergeGateStates(ours, ours)).toEqual(ours);
  });
});
