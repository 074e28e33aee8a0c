import { describe, expect, it } from 'vitest';
import { type RecordColumns, writeRecords } from '../../../src/cli/render/write-records.ts';
import type { RowsFormat } from '../../../src/cli/render/write-rows.ts';
import { Failure } from '../../../src/model/failure.ts';
import { createRecordedContext } from '../support/recorded-context.ts';

interface Kiln {
  readonly id: number;
  readonly name: string;
}

const COLUMNS: RecordColumns<Kiln> = { id: ({ id }) => id, name: ({ name }) => name };

/** Two kilns, and then the service fails; with none, it fails at once. */
async function* failingAfter(count: number): AsyncGenerator<Kiln> {
  for (let id = 1; id <= count; id += 1) {
    yield { id, name: `Kiln ${id}` };
  }
  throw new Failure('service-unavailable', 'Cannot list kilns: the service failed');
}

async function cutShort(format: RowsFormat, count: number) {
  const context = createRecordedContext();
  const writing = writeRecords(context, { items: failingAfter(count), columns: COLUMNS }, format);
  await expect(writing).rejects.toMatchObject({ code: 'service-unavailable' });
  context.stdout.end();
  await new Promise((resolve) => context.stdout.once('close', resolve));
  return { out: context.out(), err: context.err() };
}

describe('a list that fails late', () => {
  it.each([
    ['json', '[\n  {"id":1,"name":"Kiln 1"},\n  {"id":2,"name":"Kiln 2"}\n'],
    ['ndjson', '{"id":1,"name":"Kiln 1"}\n{"id":2,"name":"Kiln 2"}\n'],
    ['csv', 'id,name\r\n1,Kiln 1\r\n2,Kiln 2\r\n'],
    ['tsv', 'id\tname\n1\tKiln 1\n2\tKiln 2\n'],
    ['drawn', 'id  name\n──  ──────\n 1  Kiln 1\n 2  Kiln 2\n'],
    ['markdown', '| id | name |\n| --- | --- |\n| 1 | Kiln 1 |\n| 2 | Kiln 2 |\n'],
  ] as const)('has written what came before as %s, and says that it is incomplete', async (format, out) => {
    expect(await cutShort(format, 2)).toEqual({
      out,
      err: 'The list is incomplete: it ends after 2 items.\n',
    });
  });

  it.each(['json', 'csv', 'drawn'] as const)('writes nothing as %s if nothing came', async (format) => {
    expect(await cutShort(format, 0)).toEqual({ out: '', err: '' });
  });
});

describe('a table that is longer than its first rows', () => {
  it('keeps its widths, and has headings again where a column that is never cut needs more', async () => {
    const context = createRecordedContext({ terminalColumns: 80 });
    const items = Array.from({ length: 6_001 }, (_, index) => ({
      id: index,
      name: 'a'.repeat(index > 4_500 ? 9 : 8),
    }));
    await writeRecords(context, { items, columns: COLUMNS }, 'table');
    const lines = context.out().split('\n');
    expect(lines.flatMap((line, index) => (line.includes('name') ? [index] : []))).toEqual([0, 4_003]);
    expect(lines.slice(2_001, 2_004)).toEqual(['1999  aaaaaaaa', '2000  aaaaaaaa', '2001  aaaaaaaa']);
    expect(lines.slice(4_001, 4_006)).toEqual([
      '3999  aaaaaaaa',
      '',
      '  id  name',
      '────  ─────────',
      '4000  aaaaaaaa',
    ]);
  });
});
