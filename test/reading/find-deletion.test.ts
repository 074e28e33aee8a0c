import { describe, expect, it } from 'vitest';
import { findDeletion } from '../../src/reading/find-deletion.ts';

const event = (actor: string, author: string | null, day = '01') => ({
  actor,
  author,
  at: `2026-06-${day}T10:00:00Z`,
});

describe('findDeletion()', () => {
  it.each([
    ['the only event', [event('mira', null)], 'mira'],
    ['the one that names the author', [event('mira', 'zoe'), event('yuki', 'ann')], 'mira'],
    ['several by one person on one day', [event('mira', 'zoe'), event('mira', 'zoe')], 'mira'],
    ['none if they differ in who', [event('mira', null), event('yuki', 'zoe')], undefined],
    ['none if they differ in when', [event('mira', null), event('mira', null, '02')], undefined],
    ['none about others', [event('mira', 'ann')], undefined],
    ['none without events', [], undefined],
  ])('is %s', (_, events, actor) => {
    expect(findDeletion('zoe', events)?.actor).toBe(actor);
  });
});
