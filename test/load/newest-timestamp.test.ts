import { describe, expect, it } from 'vitest';
import { NewestTimestamp } from '../../src/load/newest-timestamp.ts';

describe('NewestTimestamp', () => {
  it('is the newest time of the records, in any shape, but not one in the future', () => {
    const newest = new NewestTimestamp();
    expect(newest.value).toBeUndefined();
    newest.see({ created_at: '2024-01-01T00:00:00Z', updated_at: 'yesterday' });
    newest.see({ created_at: '2025-01-01T02:00:00+02:00', due_on: '2031-01-01T00:00:00Z' });
    newest.see({ updated_at: '2024-06-01T00:00:00Z' });
    expect(newest.value).toBe('2025-01-01T00:00:00Z');
  });
});
