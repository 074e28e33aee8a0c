import { describe, expect, it } from 'vitest';
import { textOfBytes } from '../../src/base/byte-text.ts';
import { readFileText, readLines } from '../../src/git/file-text.ts';

/** Each with its bytes as iconv writes them. */
const TEXTS = [
  { encoding: 'Windows-1252', text: 'größe = "Straße"', hex: '6772f6df65203d202253747261df6522' },
  { encoding: 'Windows-1252', text: 'año, mañana, España', hex: '61f16f2c206d61f1616e612c2045737061f161' },
  { encoding: 'Windows-1252', text: 'author = "José"', hex: '617574686f72203d20224a6f73e922' },
  { encoding: 'Windows-1252', text: 'naïve', hex: '6e61ef7665' },
  { encoding: 'Windows-1252', text: '20 °C ± 5 µm', hex: '323020b04320b1203520b56d' },
  {
    encoding: 'Windows-1252',
    text: 'price: 5 € “quoted” – done',
    hex: '70726963653a20352080209371756f74656494209620646f6e65',
  },
  {
    encoding: 'Shift_JIS',
    text: '// これは日本語のコメントです\nint main() { return 0; }',
    hex: '2f2f2082b182ea82cd93fa967b8cea82cc835283818393836782c582b70a696e74206d61696e2829207b2072657475726e20303b207d',
  },
  {
    encoding: 'Shift_JIS',
    text: '// 日本語\nint main() { return 0; }',
    hex: '2f2f2093fa967b8cea0a696e74206d61696e2829207b2072657475726e20303b207d',
  },
  {
    encoding: 'EUC-JP',
    text: '/* 設定ファイルを読み込む */',
    hex: '2f2a20c0dfc4eaa5d5a5a1a5a4a5eba4f2c6c9a4dfb9fea4e0202a2f',
  },
  { encoding: 'GB18030', text: '// 这是中文注释', hex: '2f2f20d5e2cac7d6d0cec4d7a2cacd' },
  { encoding: 'Big5', text: '// 這是中文註解', hex: '2f2f20b36fac4fa4a4a4e5b5f9b8d1' },
  { encoding: 'EUC-KR', text: '// 한국어 주석입니다', hex: '2f2f20c7d1b1b9beee20c1d6bcaec0d4b4cfb4d9' },
  {
    encoding: 'windows-1251',
    text: '// Это комментарий на русском языке',
    hex: '2f2f20ddf2ee20eaeeecece5edf2e0f0e8e920ede020f0f3f1f1eaeeec20ffe7fbeae5',
  },
  {
    encoding: 'KOI8-R',
    text: '// Это комментарий на русском языке',
    hex: '2f2f20fcd4cf20cbcfcdcdc5ced4c1d2c9ca20cec120d2d5d3d3cbcfcd20d1dad9cbc5',
  },
  {
    encoding: 'windows-1250',
    text: 'Příliš žluťoučký kůň úpěl ďábelské ódy',
    hex: '50f8ed6c699a209e6c759d6f75e86bfd206bf9f220fa70ec6c20efe162656c736be920f36479',
  },
  {
    encoding: 'UTF-16LE',
    text: 'int x; // 日本',
    hex: 'fffe69006e007400200078003b0020002f002f002000e5652c67',
  },
  {
    encoding: 'UTF-16LE',
    text: 'int x; // größe',
    hex: '69006e007400200078003b0020002f002f00200067007200f600df006500',
  },
  {
    encoding: 'UTF-16BE',
    text: 'int x; // größe',
    hex: '0069006e007400200078003b0020002f002f00200067007200f600df0065',
  },
];

describe('readFileText()', () => {
  it.each(TEXTS)('reads $encoding: $text', ({ encoding, text, hex }) => {
    expect(readFileText(Buffer.from(hex, 'hex'))).toEqual({ text, encoding });
  });

  it('reads UTF-8 without its mark, also where it is damaged', () => {
    expect(readFileText(Buffer.from('\ufeffgröße'))).toEqual({ text: 'größe', encoding: null });
    const damaged = Buffer.concat([Buffer.from('größe, Straße, '), Buffer.of(0xff)]);
    expect(readFileText(damaged)).toEqual({ text: 'größe, Straße, \ufffd', encoding: null });
    expect(readFileText(Buffer.of())).toEqual({ text: '', encoding: null });
  });

  it('takes for binary what has null bytes and is not UTF-16', () => {
    expect(readFileText(Buffer.of(0, 1))).toBeUndefined();
    expect(readFileText(Buffer.of(0, 0, 0, 24))).toBeUndefined();
    expect(readFileText(Buffer.from('fffe0000680000006900000000000000', 'hex'))).toBeUndefined(); // UTF-32.
    expect(readFileText(Buffer.from('7f454c4602010100000000000000000003003e00', 'hex'))).toBeUndefined();
  });
});

it('readLines() keeps lines of UTF-8 next to others', () => {
  const lines = [Buffer.from('größe'), Buffer.from('größe', 'latin1'), Buffer.from('x')].map(textOfBytes);
  expect(readLines(lines)).toEqual({ lines: ['größe', 'größe', 'x'], encoding: 'Windows-1252' });
  expect(readLines(['größe'])).toEqual({ lines: ['größe'], encoding: null });
});
