import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { runSatchel } from '../../src/cli/index.ts';
import { createRecordedContext } from './support/recorded-context.ts';

const SAMPLE = fileURLToPath(new URL('../fixtures/archives/current.tar.gz', import.meta.url));
const PATH = process.env['PATH'] ?? '';

async function run(args: readonly string[], env: Readonly<Record<string, string>> = { PATH }) {
  const context = createRecordedContext({ env });
  const status = await runSatchel(args, context);
  return { status, out: context.out(), err: context.err() };
}

const hasJq = spawnSync('jq', ['--version']).error === undefined;

describe.runIf(hasJq)('--jq', () => {
  it('filters what --json prints, and writes texts without quotation marks', async () => {
    const { out: json } = await run(['query', '--list', '--json']);
    const names = (JSON.parse(json) as { name: string }[]).map(({ name }) => `${name}\n`);
    expect(names.length).toBeGreaterThan(5);
    expect(await run(['query', '--list', '--jq', '.[].name'])).toEqual({
      status: 0,
      out: names.join(''),
      err: '',
    });
  });

  it('keeps the exit status, and filters each line of a long operation', async () => {
    const { out } = await run(['verify', SAMPLE, '--jq', 'select(.message_type == "summary") | keys']);
    expect(JSON.parse(out)).toContain('message_type');
    expect((await run(['verify', `${SAMPLE}.none`, '--jq', '.'])).status).toBe(10);
  });

  it('shows control characters that jq decodes', async () => {
    const { out } = await run(['query', '--list', '--jq', '"\\u001b[2J"']);
    expect(out).not.toContain('\u001b');
  });

  it('refuses a wrong expression in one sentence', async () => {
    const { status, err } = await run(['query', '--list', '--jq', '.[']);
    expect(err).toMatch(/^satchel: Cannot apply "\.\[": .*See https:\/\/jqlang\.org\/manual/s);
    expect(status).toBe(2);
  });
});

it('--jq says what to install where there is no jq', async () => {
  expect(await run(['query', '--list', '--jq', '.'], { PATH: '/none' })).toEqual({
    status: 2,
    out: '',
    err: 'satchel: Cannot start jq: it is not installed. Install it from https://jqlang.org, or use --json without --jq.\n',
  });
});
