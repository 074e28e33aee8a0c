import { describe, expect, it } from 'vitest';
import { runSatchel } from '../../../src/cli/program.ts';
import { createRecordedContext } from '../support/recorded-context.ts';

async function run(...args: readonly string[]) {
  const context = createRecordedContext();
  const status = await runSatchel(['schema', ...args], context);
  return { status, out: context.out(), err: context.err() };
}

describe('satchel schema', () => {
  it('prints one line of words for each column, without a store', async () => {
    const { status, out } = await run('issue_labels');
    expect(status).toBe(0);
    expect(out).toBe(
      [
        'table issue_labels: The labels of each issue',
        '  issue_id   INTEGER  record that holds the array',
        '  position   INTEGER  place in the array, from 0',
        "  name       TEXT     read from the label's url",
        '  label_url  TEXT     key in repository_labels',
        '',
      ].join('\n'),
    );
  });

  it('prints every table, view and search index', async () => {
    const { out } = await run();
    for (const heading of ['table issues: ', 'view threads: ', 'virtual search_text: ']) {
      expect(out).toContain(`\n${heading}`);
    }
  });

  it('prints the same as JSON', async () => {
    const tables = JSON.parse((await run('--json')).out);
    expect(tables.map((table: { name: string }) => table.name)).toContain('users');
    const [threads] = JSON.parse((await run('threads', '--json')).out);
    expect(threads).toMatchObject({ name: 'threads', kind: 'view' });
    expect(threads.columns[0]).toEqual({ name: 'kind', type: '', words: 'type of the record' });
  });

  it('prints the statements', async () => {
    const { out } = await run('ISSUE_LABELS', '--sql');
    expect(out).toMatch(/^CREATE TABLE issue_labels \([\s\S]*\) WITHOUT ROWID;\n$/);
  });

  it('names the nearest table', async () => {
    const { status, err } = await run('isues');
    expect(status).toBe(2);
    expect(err).toContain('Did you mean "issues"?');
  });
});
