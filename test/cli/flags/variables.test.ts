import { Command } from 'commander';
import { afterEach, describe, expect, it } from 'vitest';
import { addFlag, gatherNames, parsePastTime, parseWholeNumber } from '../../../src/cli/flags/flags.ts';
import { applyVariables } from '../../../src/cli/flags/variables.ts';

type Env = Readonly<Record<string, string | undefined>>;

async function parse(args: readonly string[], env: Env): Promise<object> {
  const program = new Command('satchel').hook('preAction', (_, named) => applyVariables(named, env));
  program.exitOverride().configureOutput({ writeErr: () => undefined });
  const command = program.command('work').action(() => undefined);
  addFlag(command, '--count <number>', 'a number', { parse: parseWholeNumber, default: 3 });
  addFlag(command, '--json [fields]', 'a value that may be left out');
  addFlag(command, '--fast', 'a switch');
  addFlag(command, '--no-wait', 'a switch that takes away');
  await program.parseAsync(['work', ...args], { from: 'user' });
  return command.opts();
}

describe('applyVariables()', () => {
  afterEach(() => {
    delete process.env['SATCHEL_WORK_FAST'];
  });

  it('reads variables from the given environment', async () => {
    expect(
      await parse([], { SATCHEL_WORK_COUNT: '7', SATCHEL_WORK_FAST: '1', SATCHEL_WORK_NO_WAIT: 'true' }),
    ).toEqual({
      count: 7,
      fast: true,
      wait: false,
    });
    expect(await parse([], { SATCHEL_JSON: 'a,b' })).toMatchObject({ json: 'a,b' });
    expect(await parse([], { SATCHEL_JSON: '1' })).toMatchObject({ json: true });
  });

  it('lets arguments win over variables', async () => {
    expect(await parse(['--count', '9'], { SATCHEL_WORK_COUNT: '7' })).toMatchObject({ count: 9 });
  });

  it('prefers the variable that names the command to the one that all share', async () => {
    expect(await parse([], { SATCHEL_JSON: 'a', SATCHEL_WORK_JSON: 'b' })).toMatchObject({ json: 'b' });
    expect(await parse([], { SATCHEL_JSON: 'a', SATCHEL_WORK_JSON: '' })).toMatchObject({ json: 'a' });
    expect(await parse([], { SATCHEL_COUNT: '7' })).toMatchObject({ count: 3 });
  });

  it('treats an empty variable as one that is not set', async () => {
    expect(await parse([], { SATCHEL_WORK_COUNT: '' })).toMatchObject({ count: 3 });
  });

  it.each(['0', 'false', 'no', ''])('leaves switches off for %j', async (value) => {
    const env = { SATCHEL_WORK_FAST: value, SATCHEL_WORK_NO_WAIT: value, SATCHEL_JSON: value };
    expect(await parse([], env)).toEqual({ count: 3, wait: true });
  });

  it('names the variable of a value that it cannot read', async () => {
    await expect(parse([], { SATCHEL_WORK_COUNT: 'many' })).rejects.toThrow("from env 'SATCHEL_WORK_COUNT'");
  });

  it('reads nothing from the process itself', async () => {
    process.env['SATCHEL_WORK_FAST'] = '1';
    expect(await parse([], {})).toEqual({ count: 3, wait: true });
  });
});

describe('gatherNames()', () => {
  it('collects names that are separated by spaces or commas', () => {
    expect(gatherNames('mira, acme', ['home'])).toEqual(['home', 'mira', 'acme']);
  });

  it.each(['', ' ', ','])('refuses %j, which a script passes if its variable is not set', (text) => {
    expect(() => gatherNames(text, undefined)).toThrow('It must not be empty.');
  });
});

describe('parsePastTime()', () => {
  const NOW_MS = Date.UTC(2026, 5, 1, 18);

  it('includes what has begun, even a day that has begun only in the east', () => {
    expect(parsePastTime('2026-05-31T12:00:00Z', NOW_MS)).toBe(Date.UTC(2026, 4, 31, 12));
    expect(parsePastTime('2026-06-01', NOW_MS)).toBe(Date.UTC(2026, 5, 1));
    expect(parsePastTime('2026-06-02', NOW_MS)).toBe(NOW_MS);
  });

  it.each(['2026-06-02T00:00:00Z', '2026-06-03', '2099-01-01'])('refuses %s, and says what it is', (text) => {
    expect(() => parsePastTime(text, NOW_MS)).toThrow(
      "It must be in the past, and this machine's clock says 2026-06-01T18:00:00.000Z: correct the clock if it is slow.",
    );
  });
});
