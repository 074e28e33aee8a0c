const LONG = 'x'.repeat(90_000);

/** Texts of less than 200 kB that could become thousands of times as long when they are rendered. */
export const AMPLIFIERS: readonly {
  readonly name: string;
  readonly body: string;
  /** Whether something must be left out of the HTML. */
  readonly isCut?: boolean;
}[] = [
  {
    name: 'references to one long address',
    body: `${'[a] '.repeat(25_000)}\n\n[a]: https://evil.example/${LONG}`,
    isCut: true,
  },
  {
    name: 'references to one long title',
    body: `${'![a][] '.repeat(14_000)}\n\n[a]: /b "${LONG}"`,
    isCut: true,
  },
  {
    name: 'references to many addresses',
    body: `${Array.from({ length: 900 }, (_, n) => `[${n}]`.repeat(25)).join(' ')}\n\n${Array.from({ length: 900 }, (_, n) => `[${n}]: /${'y'.repeat(90)}`).join('\n')}`,
    isCut: true,
  },
  { name: 'lines of a deep quote', body: `${'> '.repeat(90)}a\n${'b\n'.repeat(9_000)}` },
  { name: 'lines of a deep list', body: `${'- '.repeat(90)}a\n${'b\n'.repeat(9_000)}` },
  { name: 'lines of deep quotes of HTML', body: `${'<blockquote>'.repeat(90)}\n\n${'b\n'.repeat(9_000)}` },
  {
    name: 'a list with a long marker',
    body: `<ul><li marker="${'m'.repeat(1_900)}">a\n\n${'b\n'.repeat(9_000)}</ul>`,
  },
  { name: 'rows below a wide cell', body: `|${'w'.repeat(90_000)}|b|\n|-|-|\n${'|a|b|\n'.repeat(16_000)}` },
  {
    name: 'rows with cells to add',
    body: `|${'a|'.repeat(5_000)}\n|${'-|'.repeat(5_000)}\n${'|b\n'.repeat(50_000)}`,
  },
  { name: 'footnotes', body: `${'a[^1]'.repeat(25_000)}\n\n[^1]: note` },
  {
    name: 'many footnotes',
    body: Array.from({ length: 9_000 }, (_, n) => `a[^${n}]\n\n[^${n}]: n\n\n`).join(''),
  },
  { name: 'formulas', body: '$\\frac{a}{b}$ '.repeat(14_000) },
  {
    name: 'formulas of many cells',
    body: `$\\begin{matrix}${'&'.repeat(900)}\\end{matrix}$ `.repeat(190),
    isCut: true,
  },
  { name: 'quotes that are alerts', body: '> [!NOTE]\n> a\n\n'.repeat(11_000) },
];
