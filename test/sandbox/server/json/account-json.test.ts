import { describe, expect, it } from 'vitest';
import { nodeIdOf } from '../../../../src/sandbox/server/json/account-json.ts';

describe('nodeIdOf()', () => {
  it('writes the id that the real service gave to a migration', () => {
    expect(nodeIdOf('Migration', 25309)).toBe('MDk6TWlncmF0aW9uMjUzMDk=');
  });

  it('writes the length of the type in front', () => {
    expect(Buffer.from(nodeIdOf('Organization', 5), 'base64').toString()).toBe('012:Organization5');
  });
});
