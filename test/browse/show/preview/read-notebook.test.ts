import { describe, expect, it } from 'vitest';
import { MAX_CELLS, readNotebook } from '../../../../src/browse/show/preview/read-notebook.ts';

const code = (outputs: readonly object[]) =>
  readNotebook(
    JSON.stringify({ cells: [{ cell_type: 'code', execution_count: 3, source: ['a\n', 'b'], outputs }] }),
  )?.cells[0];

const display = (data: object) => code([{ output_type: 'display_data', data }])?.outputs;

describe('readNotebook()', () => {
  it('reads cells whose texts are lists of lines', () => {
    expect(code([])).toEqual({ kind: 'code', source: 'a\nb', run: 3, outputs: [] });
  });

  it.each([
    [
      { 'image/png': 'AAAA\n', 'text/plain': '<Figure>' },
      { kind: 'image', source: 'data:image/png;base64,AAAA' },
    ],
    [
      { 'image/png': '"><script>', 'text/plain': ['1', '2'] },
      { kind: 'text', text: '12' },
    ],
    [{ 'image/svg+xml': '<svg/>' }, { kind: 'image', source: 'data:image/svg+xml;base64,PHN2Zy8+' }],
    [
      { 'text/html': '<table></table>', 'text/plain': 'x' },
      { kind: 'html', text: '<table></table>' },
    ],
    [
      { 'text/html': '<script>1</script>', 'text/plain': 'x' },
      { kind: 'text', text: 'x' },
    ],
    [
      { 'text/latex': '$x$', 'text/plain': 'x' },
      { kind: 'markdown', text: '$x$' },
    ],
    [{ 'application/vnd.plot+json': {} }, { kind: 'unknown', types: ['application/vnd.plot+json'] }],
  ])('extracts from %j what can be shown without scripts', (data, expected) => {
    expect(display(data)).toEqual([expected]);
  });

  it('removes the colours of terminals from streams and errors', () => {
    expect(
      code([
        { output_type: 'stream', text: ['\u001b[31mred\u001b[0m\n'] },
        { output_type: 'error', ename: 'E', evalue: 'bad', traceback: [] },
        { output_type: 'error', ename: 'E', evalue: 'bad', traceback: ['\u001b[1;31mE\u001b[0m', 'at 1'] },
      ])?.outputs,
    ).toEqual([
      { kind: 'text', text: 'red\n' },
      { kind: 'error', text: 'E: bad' },
      { kind: 'error', text: 'E\nat 1' },
    ]);
  });

  it('counts the cells beyond the limit', () => {
    const cells = Array.from({ length: MAX_CELLS + 2 }, () => ({ cell_type: 'markdown', source: 'x' }));
    const read = readNotebook(JSON.stringify({ cells, metadata: { language_info: { name: 'julia' } } }));
    expect([read?.cells.length, read?.cellCount, read?.language]).toEqual([
      MAX_CELLS,
      MAX_CELLS + 2,
      'julia',
    ]);
  });

  it.each(['', '[]', 'null', '{"worksheets":[]}', '{"cells":', '{"cells":{}}'])(
    'does not read %j',
    (text) => {
      expect(readNotebook(text)).toBeUndefined();
    },
  );

  it.each([
    '{"cells":[null,1,"x",{}]}',
    '{"cells":[{"cell_type":"code","outputs":[null,{"data":1}],"source":{}}]}',
  ])('reads the invalid notebook %j without an error', (text) => {
    expect(readNotebook(text)?.cells.length).toBeGreaterThan(0);
  });
});
