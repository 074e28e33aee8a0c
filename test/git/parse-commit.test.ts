import { expect, it } from 'vitest';
import { parseCommit, parseSignature } from '../../src/git/parse-commit.ts';

const SPACES = ' '.repeat(1_000_000);

it('parseSignature() reads name, address and time, also from hostile lines', () => {
  const at = '1970-01-01T00:00:07Z';
  expect(parseSignature('Mira  <mira@example.org> 7 +0200')).toEqual({
    name: 'Mira',
    email: 'mira@example.org',
    at,
  });
  expect(parseSignature(`Mira${SPACES}`)).toEqual({ name: '', email: '', at: null });
  expect(parseSignature(`Mira${SPACES}<> 7`)).toEqual({ name: 'Mira', email: '', at });
  expect(parseSignature('Mira <> -7 +0200').at).toBe('1969-12-31T23:59:53Z');
});

it('parseCommit() joins the lines of a subject, also of hostile ones', () => {
  const header = `tree ${'0'.repeat(40)}\nauthor A <a> 7 +0000\n\n`;
  const text = `${header}First ${SPACES}line\n  second\n\nBody`;
  expect(parseCommit('0'.repeat(40), Buffer.from(text))).toMatchObject({
    subject: `First ${SPACES}line second`,
    body: 'Body',
  });
});
