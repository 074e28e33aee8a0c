import { describe, expect, it } from 'vitest';
import { compileTemplate } from '../../../src/cli/template/compile-template.ts';
import { createTemplateFunctions } from '../../../src/cli/template/template-functions.ts';

const NOW_MS = Date.UTC(2026, 5, 1, 12);

function apply(template: string, data: unknown = {}, columns?: number): string {
  const { byName, renderTable } = createTemplateFunctions({ nowMs: NOW_MS, hasColor: true, columns });
  return compileTemplate(template, byName)(data) + renderTable();
}

describe('functions of Go', () => {
  it.each([
    ['{{len "añ😀"}} {{len .}}', '3 2', { a: 1, b: 2 }],
    ['{{index . 1}} {{index . 0 "a"}} {{index (index . 0) "b"}}', 'x 1 <no value>', [{ a: 1 }, 'x']],
    ['{{slice . 1 3}} {{slice "abcd" 2}}', '[2 3] cd', [1, 2, 3, 4]],
    ['{{print 1 2 "a" 3 "b" "c"}}|{{println "a" 1}}', '1 2a3bc|a 1\n'],
    ['{{eq 1 1}} {{eq 1 2 3 1}} {{eq "a" "b"}} {{eq nil .}} {{ne 1 2}}', 'true true false false true'],
    ['{{lt 1 2}} {{le 2 2}} {{gt "b" "a"}} {{ge 1 2}} {{not 0}}', 'true true true false true'],
  ])('%s', (template, expected, data?: unknown) => {
    expect(apply(template, data)).toBe(expected);
  });

  it.each([
    ['{{printf "%5d|%-5d|%05d|%+d" 42 42 42 42}}', '   42|42   |00042|+42'],
    ['{{printf "%.1f %.2e %g %x" 2.25 1500.0 0.5 255}}', '2.3 1.50e+03 0.5 ff'],
    ['{{printf "%s %q %v %t %%" "a" "b" 1.5 true}}', 'a "b" 1.5 true %'],
    ['{{printf "%.2s|%6.1f|%-4s|" "añb" 3.14159 "x"}}', 'añ|   3.1|x   |'],
    ['{{printf "%.0f" 1234567.0}} {{printf "%d" 1e21}}', '1234567 1000000000000000000000'],
  ])('%s', (template, expected) => {
    expect(apply(template)).toBe(expected);
  });

  it.each([
    ['{{eq 1 "1"}}', 'a number and a text cannot be compared'],
    ['{{lt 1 "2"}}', 'a number and a text cannot be ordered'],
    ['{{index . 2}}', 'there is no item 2 in a list of 2'],
    ['{{index . "a"}}', 'value 2 must be a whole number, not a text'],
    ['{{slice . 3}}', '3 to 2 is not within 0 to 2'],
    ['{{printf "%d" "a"}}', '"%d" needs a whole number'],
    ['{{printf "%d"}}', 'there is no value for "%d"'],
    ['{{printf "a" 1}}', 'it has more values than verbs'],
    ['{{printf "%z" 1}}', '"%z" is not a verb'],
    ['{{printf "%9999d" 1}}', '"%9999d" is too wide'],
    ['{{printf "%.101f" 1}}', '"%.101f" is too wide'],
  ])('refuses %s', (template, problem) => {
    expect(() => apply(template, [1, 2])).toThrow(problem);
  });
});

describe('functions of the GitHub CLI', () => {
  it.each([
    ['{{join ", " .}}', 'a, 2, true, ', ['a', 2, true, null]],
    ['{{range pluck "name" .}}{{.}};{{end}}', 'bug;<no value>;', [{ name: 'bug' }, {}]],
    [
      '{{truncate 10 .}}|{{truncate 4 .}}|{{truncate 40 .}}|{{truncate 5 nil}}',
      'This is...|This|This is a long title|',
      'This is a long title',
    ],
    ['{{truncate 6 .}}', '日...', '日本語の題'],
    [
      '{{contains "b" .}} {{hasPrefix "ab" .}} {{hasSuffix "b" .}} {{regexMatch "^a.c$" .}}',
      'true true false true',
      'abc',
    ],
    [
      '{{hyperlink "https://acme.example" "acme"}}',
      '\u001b]8;;https://acme.example\u001b\\acme\u001b]8;;\u001b\\',
    ],
    [
      '{{color "red" "a"}}{{autocolor "blue+bh:white" 7}}{{color "208" "b"}}',
      '\u001b[31ma\u001b[0m\u001b[1;94;47m7\u001b[0m\u001b[38;5;208mb\u001b[0m',
    ],
  ])('%s', (template, expected, data?: unknown) => {
    expect(apply(template, data)).toBe(expected);
  });

  it.each([
    ['Mon Jan 2, 2006', 'Mon Feb 25, 2008'],
    ['Monday January _2 15:04:05.000 MST', 'Monday February 25 20:18:33.070 UTC'],
    ['06-01-02T03:04PM Z07:00 002', '08-02-25T08:18PM Z 056'],
    ['2/1/2006 3:4:5pm .999', '25/2/2008 8:18:33pm .07'],
  ])('timefmt writes %s', (layout, expected) => {
    expect(apply(`{{timefmt ${JSON.stringify(layout)} .}}`, '2008-02-25T20:18:33.070Z')).toBe(expected);
  });

  it.each([
    ['2026-06-01T11:59:30Z', 'just now'],
    ['2026-06-01T11:59:00Z', '1 minute ago'],
    ['2026-06-01T10:00:00+02:00', '4 hours ago'],
    ['2026-05-30T12:00:00Z', '2 days ago'],
    ['2026-04-01T12:00:00Z', '2 months ago'],
    ['2024-05-01T12:00:00Z', '2 years ago'],
  ])('timeago describes %s', (time, expected) => {
    expect(apply('{{timeago .}}', time)).toBe(expected);
  });

  it('aligns the columns of a table', () => {
    const rows = [
      { number: 1, title: 'One' },
      { number: 3000, title: 'Three\nthousand' },
    ];
    const table = '{{range .}}{{tablerow (printf "#%v" .number) .title}}{{end}}';
    expect(apply(table, rows)).toBe('#1     One\n#3000  Three...\n');
    expect(apply(`a\n${table}{{tablerender}}b\n${table}`, rows)).toBe(
      'a\n#1     One\n#3000  Three...\nb\n#1     One\n#3000  Three...\n',
    );
    expect(apply('{{tablerow "a" (color "red" "a long text")}}', {}, 9)).toBe('a  a lon…\n');
  });

  it.each([
    ['{{color "pink" "a"}}', 'Cannot apply "color" in the template: "pink" is not a colour'],
    ['{{timeago "yesterday"}}', 'value 1 must be a time such as 2026-06-01T12:00:00Z, not a text'],
    ['{{join "," "a"}}', 'value 2 must be a list, not a text'],
    ['{{join "," .}}', 'an object is not a text or a number'],
    ['{{regexMatch "(" "a"}}', 'Cannot apply "regexMatch" in the template: Invalid regular expression'],
    ['{{truncate 5 1}}', 'value 2 must be a text, not a number'],
  ])('refuses %s', (template, problem) => {
    expect(() => apply(template, [{}])).toThrow(problem);
  });
});
