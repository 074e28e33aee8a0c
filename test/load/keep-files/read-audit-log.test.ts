import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvLine } from '../../../src/base/separated-values.ts';
import { readAuditLog } from '../../../src/load/keep-files/read-audit-log.ts';
import type { AuditLogEntry } from '../../../src/store/audit-log-row.ts';

/** Reads chunks; returns the entries, the sizes of their batches, and what is wrong. */
function read(chunks: readonly (string | Buffer)[]) {
  const batches: (readonly AuditLogEntry[])[] = [];
  const faults: string[] = [];
  const sink = readAuditLog({
    entryName: 'audit_log.csv',
    onEntries: (entries) => batches.push(entries),
    onFinding: ({ code, message }) => faults.push(`${code}: ${message}`),
  });
  for (const chunk of chunks) {
    sink.write(Buffer.from(chunk));
  }
  sink.end();
  return { entries: batches.flat(), sizes: batches.map((entries) => entries.length), faults };
}

describe('readAuditLog()', () => {
  it('names the fields of each line by the first one', () => {
    const text = '\uFEFFaction,actor,data\r\nrepo.create,mira,"a ""b"", c\r\nd"\r\n\r\nuser.login,,x,more';
    expect(read([text])).toEqual({
      entries: [
        { action: 'repo.create', actor: 'mira', data: 'a "b", c\r\nd' },
        { action: 'user.login', data: 'x', column_4: 'more' },
      ],
      sizes: [2],
      faults: [],
    });
  });

  it('keeps both fields of a name that occurs twice', () => {
    expect(read(['action,actor,action,\nrepo.create,mira,push,x\n']).entries).toEqual([
      { action: 'repo.create', actor: 'mira', column_3: 'push', column_4: 'x' },
    ]);
  });

  it('has no entries in a log that is empty or has names only', () => {
    expect(read([])).toEqual({ entries: [], sizes: [], faults: [] });
    expect(read(['action,actor\n'])).toEqual({ entries: [], sizes: [], faults: [] });
  });

  it('reads whatever can be written as comma-separated values, in any chunks', () => {
    const name = fc.stringMatching(/^[a-z."@ ,]{1,9}$/);
    const text = fc.string({ unit: 'grapheme', minLength: 1 });
    const entries = fc.array(fc.dictionary(name, text, { minKeys: 1, noNullPrototype: true }));
    fc.assert(
      fc.property(entries, fc.constantFrom('\n', '\r\n'), fc.nat(7), (given, lineEnd, more) => {
        const names = [...new Set(given.flatMap((entry) => Object.keys(entry)))];
        const lines = [names, ...given.map((entry) => names.map((key) => entry[key] ?? ''))];
        const bytes = Buffer.from(
          lines.map((line) => csvLine(line, (value) => value).replace(/\r\n$/, lineEnd)).join(''),
        );
        const length = more + 1;
        const chunks = Array.from({ length: Math.ceil(bytes.length / length) }, (_, index) =>
          bytes.subarray(index * length, (index + 1) * length),
        );
        expect(read(chunks)).toMatchObject({ entries: given, faults: [] });
      }),
    );
  });

  it('passes entries on in batches', () => {
    expect(read(['action\n', 'a\n'.repeat(1_200)]).sizes).toEqual([500, 500, 200]);
  });

  it('limits the length of each line, not that of all together', () => {
    const actor = 'm'.repeat(600_000);
    const { entries, faults } = read(['actor\n', `${actor}\n`, `${actor}\n`]);
    expect([entries.length, faults]).toEqual([2, []]);
  });

  it.each([
    ['a quotation mark is missing', 'action\na\n"b'],
    ['a line has more than 1048576 characters', `action\na\n${'b'.repeat(1_048_577)}\nc\n`],
  ])('keeps the lines before a fault: %s', (fault, text) => {
    expect(read([text])).toEqual({
      entries: [{ action: 'a' }],
      sizes: [1],
      faults: [`audit-log-unreadable: The audit log cannot be read beyond line 3: ${fault}`],
    });
  });
});
