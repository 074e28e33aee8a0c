import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { runSatchel } from '../../../../src/cli/program.ts';
import { temporaryFolder } from '../../../house/afterwards.ts';
import { createRecordedContext } from '../../support/recorded-context.ts';

/** A terminal where each answer is typed when its question appears. */
async function typeAt(answers: readonly (readonly [question: string, keys: string])[]) {
  const home = temporaryFolder();
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => stdin });
  const context = createRecordedContext({ env: { HOME: home }, terminalColumns: 100 });
  const waiting = [...answers];
  context.stderr.write = new Proxy(context.stderr.write, {
    apply(write, self, args: Parameters<typeof context.stderr.write>) {
      const [next] = waiting;
      if (next !== undefined && String(args[0]).includes(next[0])) {
        waiting.shift();
        setImmediate(() => stdin.write(next[1]));
      }
      return Reflect.apply(write, self, args);
    },
  });
  const status = await runSatchel(['init', '--no-doctor', '--time-zone', 'UTC'], { ...context, stdin });
  const path = join(home, '.config', 'satchel', 'satchel.yaml');
  return { status, waiting, text: await readFile(path, 'utf8').catch(() => ''), err: context.err() };
}

const CLEAR = '\u0015'; // Ctrl-U clears the input line.

describe('satchel init at a terminal', () => {
  it('asks a few questions, and writes what was answered', async () => {
    const { status, waiting, text } = await typeAt([
      ['Where is the API', '\r'],
      ['Which organization', 'acme\r'],
      ['Where should archives', `${CLEAR}/srv/vault\r`],
      ['Which time zone', '\r'],
      ['When?', `${CLEAR}@weekly\r`],
      ['Where does the token', '\r'],
      ['Which variable?', `${CLEAR}ACME_TOKEN\r`],
      ['Ping healthchecks', 'n'],
    ]);
    expect([status, waiting]).toEqual([0, []]);
    expect(text).toContain('organization: acme\n');
    expect(text).toContain('vault: /srv/vault\n');
    expect(text).toContain('schedule: "@weekly"\n');
    expect(text).toContain(`token: \${ACME_TOKEN}\n`);
  });

  it('writes nothing if the person aborts', async () => {
    const { status, text } = await typeAt([['Where is the API', '\u0003']]);
    expect([status, text]).toEqual([130, '']);
  });
});
