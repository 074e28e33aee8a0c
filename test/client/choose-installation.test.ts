import { describe, expect, it } from 'vitest';
import { chooseInstallation } from '../../src/client/choose-installation.ts';

const on = (id: number, login: string) => ({ id, account: { login } });
const choose = (body: unknown, owner?: string) => chooseInstallation(body, 'find it', owner);

describe('chooseInstallation()', () => {
  it('chooses the only one, or that of the owner in any spelling', () => {
    expect(choose([on(7, 'acme')])).toBe(7);
    expect(choose([on(7, 'acme'), on(8, 'beta')], 'Beta')).toBe(8);
    expect(choose([{ id: 9, account: { slug: 'big-corp' } }, on(7, 'acme')], 'big-corp')).toBe(9);
  });

  it.each([
    [[], undefined, 'absent', 'it is not installed on any account'],
    [{ message: 'hello' }, undefined, 'absent', 'it is not installed on any account'],
    [[on(7, 'acme')], 'beta', 'absent', 'it is not installed on "beta", but on acme (7)'],
    [
      [on(7, 'acme'), on(8, 'beta')],
      undefined,
      'usage',
      'it is installed on several accounts: acme (7), beta (8)',
    ],
    [
      [1, 2, 3, 4, 5, 6].map((id) => on(id, `org${id}`)),
      'x\u001b[2J',
      'absent',
      'on org1 (1), org2 (2), org3 (3), org4 (4), org5 (5), others',
    ],
  ])('%j for %s: %s', (body, owner, code, found) => {
    expect(() => choose(body, owner)).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(found) }),
    );
  });

  it('cannot be made to control a terminal by the name of an account', () => {
    const message = expect.not.stringContaining('\u001b');
    expect(() => choose([on(1, 'a\u001b[2J'), on(2, 'b')])).toThrow(expect.objectContaining({ message }));
  });
});
