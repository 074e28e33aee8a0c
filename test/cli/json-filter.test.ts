import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { rawOutput } from '../../src/cli/guard-output.ts';
import { runSatchel } from '../../src/cli/index.ts';
import { filterJson } from '../../src/cli/json-filter.ts';
import { createTemplateFilter } from '../../src/cli/template/template-filter.ts';
import { createTemplateFunctions } from '../../src/cli/template/template-functions.ts';
import { createRecordedContext } from './support/recorded-context.ts';

const SAMPLE = fileURLToPath(new URL('../fixtures/archives/current.tar.gz', import.meta.url));

async function run(args: readonly string[], options: Parameters<typeof createRecordedContext>[0] = {}) {
  const context = createRecordedContext(options);
  const status = await runSatchel(args, context);
  return { status, out: context.out(), err: context.err() };
}

describe('--template', () => {
  it('writes what --json prints', async () => {
    const { out: json } = await run(['query', '--list', '--json']);
    const names = (JSON.parse(json) as { name: string }[]).map(({ name }) => `${name}\n`);
    expect(names.length).toBeGreaterThan(5);
    const expected = { status: 0, out: names.join(''), err: '' };
    const template = '{{range .}}{{.name}}{{"\\n"}}{{end}}';
    expect(await run(['query', '--list', '--template', template])).toEqual(expected);
    expect(await run(['query', '--list', '--json', '-t', template])).toEqual(expected);
    expect(await run(['query', '--list'], { env: { SATCHEL_QUERY_TEMPLATE: template } })).toEqual(expected);
  });

  it('keeps the exit status, and reports a failure as without --json', async () => {
    const { out } = await run(['verify', SAMPLE, '--all', '--template', '{{.message_type}} ']);
    expect(out).toMatch(/^(?:finding )*summary $/);
    for (const flag of ['--template', '-t']) {
      const failed = await run(['verify', `${SAMPLE}.none`, '--json', flag, '{{.}}']);
      expect(failed).toMatchObject({ status: 10, out: '' });
    }
  });

  it('refuses a wrong template before the command starts', async () => {
    const { status, out, err } = await run(['verify', `${SAMPLE}.none`, '--template', '{{.a']);
    expect(err).toBe(
      'satchel: Cannot read "{{.a" in the template: it has no "}}". See "satchel help formatting".\n',
    );
    expect({ status, out }).toEqual({ status: 2, out: '' });
  });

  it('fails with usage if the template does not fit', async () => {
    const { status, err } = await run(['query', '--list', '--template', '{{.name}}']);
    expect(err).toContain('Cannot apply ".name" in the template: a list has no fields');
    expect(status).toBe(2);
  });

  it('uses colours on a terminal only', async () => {
    const args = ['query', '--list', '--template', '{{autocolor "red" "a"}}'];
    expect((await run(args)).out).toBe('a');
    expect((await run(args, { terminalColumns: 80 })).out).toBe('\u001b[31ma\u001b[0m');
    expect((await run([...args, '--color', 'always'])).out).toBe('\u001b[31ma\u001b[0m');
  });

  it('is described with each function, in the help without those of Go', async () => {
    const { out } = await run(['help', 'formatting']);
    const page = readFileSync(new URL('../../docs/reference/json-output.md', import.meta.url), 'utf8');
    const { byName } = createTemplateFunctions({ nowMs: 0, hasColor: false, columns: undefined });
    const ofGo = 'not len index slice print println printf eq ne lt le gt ge'.split(' ');
    const others = [...byName.keys()].filter((name) => !ofGo.includes(name));
    const isNamedIn = (text: string) => (name: string) => new RegExp(`\\b${name}\\b`).test(text);
    expect(others.filter((name) => !isNamedIn(out)(name))).toEqual([]);
    expect([...byName.keys()].filter((name) => !isNamedIn(page)(name))).toEqual([]);
  });
});

describe('--jq', () => {
  it('filters what --json prints, with texts as they are', async () => {
    const { out: json } = await run(['query', '--list', '--json']);
    const names = (JSON.parse(json) as { name: string }[]).map(({ name }) => `${name}\n`);
    const expected = { status: 0, out: names.join(''), err: '' };
    expect(await run(['query', '--list', '--jq', '.[].name'])).toEqual(expected);
    expect(await run(['query', '--list', '--json', '-q', '.[] | .name # names'])).toEqual(expected);
    expect((await run(['query', '--list', '-q', '[.[0] | has("name"), null]'])).out).toBe('[true,null]\n');
    expect((await run(['query', '--list', '-q', 'empty'])).out).toBe('');
  });

  it('filters each line of a long operation, and keeps the exit status', async () => {
    const { out } = await run([
      'verify',
      SAMPLE,
      '--all',
      '-q',
      'select(.message_type == "summary") | .message_type',
    ]);
    expect(out).toBe('summary\n');
    expect(await run(['verify', `${SAMPLE}.none`, '-q', '.'])).toMatchObject({ status: 10, out: '' });
  });

  it('refuses a wrong expression before the command starts, and one that does not fit the data', async () => {
    const wrong = await run(['verify', `${SAMPLE}.none`, '-q', '.[']);
    expect(wrong.err).toContain('Cannot apply ".[": syntax error');
    expect(wrong).toMatchObject({ status: 2, out: '' });
    const unfit = await run(['query', '--list', '-q', '.name']);
    expect(unfit.err).toContain('Cannot apply ".name": Cannot index array with');
    expect(unfit.status).toBe(2);
    expect((await run(['query', '--list', '-q', '.', '-t', '{{.}}'])).status).toBe(2);
  });

  it('shows control characters of the data', async () => {
    expect((await run(['query', '--list', '-q', '"a\\u001b[2Jb"'])).out).toBe('a�[2Jb\n');
  });
});

describe('filterJson()', () => {
  async function outputOf(template: string, chunks: readonly string[]) {
    const context = createRecordedContext();
    const { input, end } = filterJson(createTemplateFilter(template, context), rawOutput(context.stdout));
    for (const chunk of chunks) {
      input.write(chunk);
    }
    await end();
    return context.out();
  }

  it('keeps all digits of large integers', async () => {
    expect(await outputOf('{{.id}} {{.small}}', ['{"id": 12345678901234567890, "small": 7}\n'])).toBe(
      '12345678901234567890 7',
    );
  });

  it('applies the template to each document, in any chunks', async () => {
    const lines = '{"a":1}\n{"a":2}\n';
    expect(await outputOf('{{.a}};', [lines])).toBe('1;2;');
    expect(await outputOf('{{.a}};', [...lines])).toBe('1;2;');
    const list = '[\n  {"a": "}"},\n  {"a": 2}\n]\n';
    expect(await outputOf('{{len .}};', [...list])).toBe('2;');
    expect(await outputOf('{{.a.b}};', ['{\n  "a": {\n    "b": 3\n  }\n}\n'])).toBe('3;');
  });

  it('shows control characters of the data', async () => {
    const json = `${JSON.stringify({ 'k\u001b[2J': 'a\u001b[2Jb\n\u202ec' })}\n`;
    expect(await outputOf('{{range $k, $v := .}}{{$k}}={{$v}}{{end}}', [json])).toBe('k�[2J=a�[2Jb\n�c');
  });

  it('fails for output that is not JSON', async () => {
    await expect(outputOf('{{.}}', ['words\n'])).rejects.toMatchObject({ code: 'usage' });
  });
});
