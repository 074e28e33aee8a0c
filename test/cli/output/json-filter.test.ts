import { describe, expect, it } from 'vitest';
import { createJqFilter, filterJson } from '../../../src/cli/output/json-filter.ts';
import { runSatchel } from '../../../src/cli/program.ts';
import { CURRENT } from '../../house/samples.ts';
import { createRecordedContext } from '../support/recorded-context.ts';

async function run(args: readonly string[], options: Parameters<typeof createRecordedContext>[0] = {}) {
  const context = createRecordedContext(options);
  const status = await runSatchel(args, context);
  return { status, out: context.out(), err: context.err() };
}

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
      CURRENT,
      '--all',
      '-q',
      'select(.message_type == "summary") | .message_type',
    ]);
    expect(out).toBe('summary\n');
    expect(await run(['verify', `${CURRENT}.none`, '-q', '.'])).toMatchObject({ status: 10, out: '' });
  });

  it('refuses a wrong expression before the command starts, and one that does not fit the data', async () => {
    const wrong = await run(['verify', `${CURRENT}.none`, '-q', '.[']);
    expect(wrong.err).toContain('Cannot apply ".[": syntax error');
    expect(wrong).toMatchObject({ status: 2, out: '' });
    const unfit = await run(['query', '--list', '-q', '.name']);
    expect(unfit.err).toContain('Cannot apply ".name": Cannot index array with');
    expect(unfit.status).toBe(2);
  });

  it('shows control characters of the data', async () => {
    expect((await run(['query', '--list', '-q', '"a\\u001b[2Jb"'])).out).toBe('a�[2Jb\n');
  });
});

describe('filterJson()', () => {
  async function outputOf(expression: string, chunks: readonly string[]) {
    const context = createRecordedContext();
    const { input, end } = filterJson(await createJqFilter(expression), context.stdout);
    for (const chunk of chunks) {
      input.write(chunk);
    }
    await end();
    return context.out();
  }

  it('applies the expression to each document, in any chunks', async () => {
    const lines = '{"a":1}\n{"a":2}\n';
    expect(await outputOf('.a', [lines])).toBe('1\n2\n');
    expect(await outputOf('.a', [...lines])).toBe('1\n2\n');
    const list = '[\n  {"a": "}"},\n  {"a": 2}\n]\n';
    expect(await outputOf('length', [...list])).toBe('2\n');
    expect(await outputOf('.a.b', ['{\n  "a": {\n    "b": 3\n  }\n}\n'])).toBe('3\n');
  });

  it('applies an expression about items to a long list in parts, with the result for the whole', async () => {
    const items = Array.from({ length: 300 }, (_, id) => ({
      id,
      name: `Kiln ${id}`,
      tags: ['a', `b${id % 3}`],
    }));
    const list = `[\n${items.map((item) => `  ${JSON.stringify(item)}`).join(',\n')}\n]\n`;
    const indented = `${JSON.stringify(items, null, 2)}\n`;
    const kept = items.filter(({ id }) => id % 3 === 1);
    for (const text of [list, indented]) {
      expect(await outputOf('.[].id', [text])).toBe(items.map(({ id }) => `${id}\n`).join(''));
      expect(await outputOf('.[] | select(.tags[1] == "b1") | .name, .id', [text])).toBe(
        kept.map(({ id, name }) => `${name}\n${id}\n`).join(''),
      );
      expect(await outputOf('.[].id // "none"', [text])).toBe(items.map(({ id }) => `${id}\n`).join(''));
      expect(await outputOf('.[-1:] | .[] | .id', [text])).toBe('299\n');
    }
    expect((await createJqFilter('.[]["name"]?  | length')).isForEach).toBe(true);
    for (const whole of [
      'length',
      '.[].a, .[].b',
      '.[] // 1',
      '.[] |= 1',
      '.[] as $x | $x',
      '.[] | halt',
      '.[1].a',
    ]) {
      expect([whole, (await createJqFilter(whole)).isForEach]).toEqual([whole, false]);
    }
  });

  it('fails for output that is not JSON', async () => {
    await expect(outputOf('.', ['words\n'])).rejects.toMatchObject({ code: 'usage' });
  });
});
