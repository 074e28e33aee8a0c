import type { Command } from 'commander';
import { beforeAll, describe, expect, it } from 'vitest';
import { pathOf } from '../../../src/cli/flags/variables.ts';
import { leavesOf } from '../../../src/cli/help/documented-command.ts';
import { FLAG_GROUPS, HELP_TOPICS, headingOf } from '../../../src/cli/help/help-topics.table.ts';
import { runSatchel } from '../../../src/cli/program.ts';
import { createCommandContext, createRecordedContext } from '../support/recorded-context.ts';

const COLUMNS = 80;
const TWO_SCREENS = 48;

/** A long word, or a command with its arguments. */
const ONE_TERM = /^\s*\S+(?: [<[]\S+)*$/;

let commands: readonly Command[];

beforeAll(async () => {
  commands = leavesOf(await createCommandContext().loadProgram());
});

/** What a person sees on a terminal of 80 columns. */
async function shown(...args: readonly string[]): Promise<string> {
  const context = createRecordedContext({ terminalColumns: COLUMNS });
  expect(await runSatchel(args, context)).toBe(0);
  return context.out();
}

describe('the help of a command', () => {
  it('fits two screens, except for those of dumps and the sandbox', async () => {
    const long: string[] = [];
    for (const command of commands) {
      const text = await shown(...pathOf(command), '--help');
      if (text.split('\n').length > TWO_SCREENS) {
        long.push(pathOf(command).join(' '));
      }
    }
    expect(long).toEqual(['dump', 'sandbox']);
  });

  it('names every flag, and has no line that a terminal would break', async () => {
    const faults: string[] = [];
    for (const command of commands) {
      const name = pathOf(command).join(' ');
      const text = await shown(...pathOf(command), '--help');
      const missing = command.options.filter(({ long }) => !text.includes(long ?? ''));
      const wide = text.split('\n').filter((line) => line.length > COLUMNS);
      faults.push(
        ...missing.map(({ long }) => `${name}: ${long}`),
        ...wide.map((line) => `${name}: ${line}`),
      );
    }
    expect(faults).toEqual([]);
  });

  it('wraps at 40 columns, except for commands to paste and words that are longer', async () => {
    const wide: string[] = [];
    for (const command of [...commands, ...new Set(commands.flatMap(({ parent }) => parent ?? []))]) {
      const context = createRecordedContext({ terminalColumns: 40 });
      expect(await runSatchel([...pathOf(command), '--help'], context)).toBe(0);
      const lines = context.out().split('\n');
      wide.push(
        ...lines.filter((line) => line.length > 40 && !line.startsWith('  $') && !ONE_TERM.test(line)),
      );
    }
    expect(wide).toEqual([]);
  });

  it('describes the flags that matter most, and names those of the connection', async () => {
    const text = await shown('export', 'list', '--help');
    expect(text).toMatch(/^Formatting:\n {2}--json +machine-readable output on stdout$/m);
    expect(text).toMatch(/^ {2}connection +--account, --base-url, /m);
    expect(text).not.toContain('address of the API');
  });
});

describe('the help of a backup', () => {
  it('describes what people ask it for most, and names no flag that it would refuse', async () => {
    const text = await shown('backup', '--help');
    const first = text.slice(text.indexOf('Flags:'), text.indexOf('More flags'));
    const most = ['--org', '--repository', '--recipient', '--keep-last', '--keep-daily', '--keep-monthly'];
    expect(most.filter((flag) => !first.includes(`  ${flag} <`))).toEqual([]);
    expect(['--anonymous', '--client-id', '--app-id'].filter((flag) => text.includes(flag))).toEqual([]);
  });
});

describe('satchel help', () => {
  it.each(Object.keys(HELP_TOPICS))('explains %s', async (topic) => {
    const text = await shown('help', topic);
    expect(text.split('\n').filter((line) => line.length > COLUMNS)).toEqual([]);
    expect(text.split('\n').length).toBeGreaterThan(3);
  });

  it.each(Object.keys(FLAG_GROUPS))('describes all flags of %s', async (topic) => {
    const text = await shown('help', topic);
    const heading = headingOf(topic as keyof typeof FLAG_GROUPS);
    const names = commands
      .flatMap(({ options }) => options.filter(({ helpGroupHeading }) => helpGroupHeading === heading))
      .map(({ long }) => long ?? '');
    expect(names.length).toBeGreaterThan(1);
    expect(names.filter((name) => !text.includes(`${name} `))).toEqual([]);
  });

  it('shows the help of a command in a group of commands', async () => {
    expect(await shown('help', 'vault', 'list')).toBe(await shown('vault', 'list', '--help'));
  });

  it('lists all topics below the commands', async () => {
    const text = await shown('--help');
    const [, topics = ''] = text.split('Help topics');
    expect(Object.keys(HELP_TOPICS).filter((topic) => !topics.includes(topic))).toEqual([]);
    expect(text).toMatch(/^Back up:\n {2}backup /m);
  });
});
