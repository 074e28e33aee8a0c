import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Failure } from '../../../src/base/index.ts';
import { compileTemplate } from '../../../src/cli/template/compile-template.ts';
import { createTemplateFunctions } from '../../../src/cli/template/template-functions.ts';
import { ANY_CHARACTER } from '../../base/support/any-character.ts';

const { byName } = createTemplateFunctions({
  nowMs: Date.UTC(2026, 5, 1),
  hasColor: false,
  columns: undefined,
});

const DATA = {
  number: 7,
  title: 'Crash on start',
  user: { login: 'mira' },
  milestone: null,
  labels: [{ name: 'bug' }, { name: 'urgent' }],
  counts: { b: 2, a: 1 },
  none: [],
  isOpen: true,
};

function apply(template: string, data: unknown = DATA): string {
  return compileTemplate(template, byName)(data);
}

function failureOf(template: string, data: unknown = DATA): string {
  try {
    apply(template, data);
  } catch (error) {
    if (error instanceof Failure && error.code === 'usage') {
      return error.message;
    }
    throw error;
  }
  return 'it did not fail';
}

describe('compileTemplate()', () => {
  it.each([
    ['#{{.number}} {{.title}}', '#7 Crash on start'],
    ['{{.user.login}} {{$.user.login}} {{(.user).login}}', 'mira mira mira'],
    ['{{.}}', 'plain', 'plain'],
    ['{{.missing}} {{.milestone.title}} {{print .missing}}', '<no value> <no value> <nil>'],
    ['{{.counts}} {{.labels}}', 'map[a:1 b:2] [map[name:bug] map[name:urgent]]'],
    ['{{.}}', '1234567', 1_234_567],
    [
      '{{1}} {{-2.5}} {{0x1F}} {{1e3}} {{true}} {{"a\\tb\\u00e9\\x41\\"" }} {{`c\\d`}}',
      '1 -2.5 31 1000 true a\tbéA" c\\d',
    ],
  ])('prints %j', (template, expected, data?: unknown) => {
    expect(apply(template, data)).toBe(expected);
  });

  it.each([
    ['{{if .isOpen}}open{{else}}closed{{end}}', 'open'],
    ['{{if .none}}some{{else if .milestone}}planned{{else if eq .number 7}}seven{{else}}no{{end}}', 'seven'],
    ['{{if .none}}some{{end}}.', '.'],
    ['{{with .user}}{{.login}} of {{$.number}}{{end}}', 'mira of 7'],
    ['{{with .milestone}}{{.title}}{{else}}none{{end}}', 'none'],
    ['{{with .milestone}}a{{else with .user}}{{.login}}{{end}}', 'mira'],
    ['{{range .labels}}[{{.name}}]{{end}}', '[bug][urgent]'],
    ['{{range .none}}x{{else}}nothing{{end}}{{range .milestone}}x{{else}}nothing{{end}}', 'nothingnothing'],
    ['{{range $index, $label := .labels}}{{$index}}={{$label.name}} {{end}}', '0=bug 1=urgent '],
    ['{{range $label := .labels}}{{$label.name}} {{end}}', 'bug urgent '],
    ['{{range $name, $count := .counts}}{{$name}}{{$count}} {{end}}', 'a1 b2 '],
    ['{{range .labels}}{{if eq .name "urgent"}}{{break}}{{end}}{{.name}}{{end}}', 'bug'],
    ['{{range .labels}}{{if eq .name "bug"}}{{continue}}{{end}}{{.name}}{{end}}', 'urgent'],
  ])('follows %s', (template, expected) => {
    expect(apply(template)).toBe(expected);
  });

  it.each([
    ['{{$x := .number}}{{$x}}{{$x = "other"}} {{$x}}', '7 other'],
    ['{{$x := 1}}{{if true}}{{$x := 2}}{{$x}}{{end}}{{$x}}', '21'],
    ['{{$x := 1}}{{if true}}{{$x = 2}}{{end}}{{$x}}', '2'],
    ['{{$x := 1}}{{$x := printf "%v%v" $x $x}}{{$x}}', '11'],
    ['{{with $user := .user}}{{$user.login}}{{end}}', 'mira'],
    ['{{$last := ""}}{{range .labels}}{{$last = .name}}{{end}}{{$last}}', 'urgent'],
  ])('keeps the variables of %s', (template, expected) => {
    expect(apply(template)).toBe(expected);
  });

  it.each([
    ['{{.title | truncate 8 | printf "%q"}}', '"Crash..."'],
    ['{{print (len .labels) (index .labels 1).name}}', '2urgent'],
    [
      '{{and .isOpen .number}} {{and .none (index .none 5)}} {{or .milestone "later"}} {{or "now" (index .none 5)}}',
      '7 [] later now',
    ],
    ['{{.isOpen | and .number | not}}', 'false'],
  ])('calls the functions of %s', (template, expected) => {
    expect(apply(template)).toBe(expected);
  });

  it.each([
    ['a \n {{- .number -}} \t b', 'a7b'],
    ['a {{/* "}}" is allowed here */}}b', 'a b'],
    ['a {{- /* trims */ -}} b', 'ab'],
    ['{{"}}"}}{{ "{{" }}', '}}{{'],
    ['{{- 3}}{{-3}}', '3-3'],
  ])('trims and comments as in %j', (template, expected) => {
    expect(apply(template)).toBe(expected);
  });

  it.each([
    ['{{.title', 'Cannot read "{{.title" in the template: it has no "}}"'],
    ['{{range .labels}}', 'Cannot read "{{range .labels}}" in the template: it has no "{{end}}"'],
    ['a{{end}}', 'Cannot read "{{end}}" in the template: it belongs to no block'],
    ['{{if .a}}{{else}}{{else}}{{end}}', 'Cannot read "{{if .a}}" in the template: it has no "{{end}}"'],
    ['{{nosuch .a}}', 'Cannot read "{{nosuch .a}}" in the template: "nosuch" is not a function'],
    ['{{template "x"}}', 'Cannot read "{{template \\"x\\"}}" in the template: "template" is not a function'],
    ['{{$x}}', 'Cannot read "{{$x}}" in the template: there is no variable $x'],
    ['{{if true}}{{$x := 1}}{{end}}{{$x}}', 'Cannot read "{{$x}}" in the template: there is no variable $x'],
    ['{{}}', 'Cannot read "{{}}" in the template: a value is missing'],
    ['{{.a | .b}}', 'Cannot read "{{.a | .b}}" in the template: a value is used as a function'],
    ['{{(.a}}', 'Cannot read "{{(.a}}" in the template: it has no ")"'],
    ['{{break}}', 'Cannot read "{{break}}" in the template: it is outside of "{{range}}"'],
    ['{{.a ; .b}}', 'Cannot read "{{.a ;" in the template: ";" is unexpected'],
    ['{{"\\q"}}', 'Cannot read "{{\\"\\\\q\\"}}" in the template: "\\q" has an unknown escape sequence'],
    ['{{if true}}'.repeat(200), 'more than 100 blocks or parentheses are open'],
  ])('refuses %.40s', (template, problem) => {
    expect(failureOf(template)).toContain(problem);
  });

  it.each([
    ['{{.title.name}}', 'Cannot apply ".name" in the template: a text has no fields'],
    ['{{range .number}}{{end}}', 'Cannot apply "range" in the template: a number has no items'],
    ['{{len}}', 'Cannot apply "len" in the template: it takes 1 value, not 0'],
  ])('fails for data that does not fit %s', (template, problem) => {
    expect(failureOf(template)).toBe(problem);
  });

  it('prints any text without actions as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: ANY_CHARACTER }), (text) => {
        fc.pre(!text.includes('{{'));
        expect(apply(text)).toBe(text);
      }),
    );
  });

  it('only fails with a failure, for any template', () => {
    const word = fc.constantFrom(
      ...'{{ }} {{- -}} " ` \\ ( ) | := = , . .a $ $x if else end range with break and index printf "%d" /* */ 1 -'.split(
        ' ',
      ),
      ...byName.keys(),
      ' ',
      '\n',
    );
    const template = fc
      .array(fc.oneof(word, fc.string({ maxLength: 3 })), { maxLength: 30 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(template, fc.jsonValue(), (text, data) => {
        expect(typeof failureOf(text, data)).toBe('string');
      }),
      { numRuns: 2_000 },
    );
  });
});
