import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { runSatchel } from '../../../src/cli/program.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { createHastyClock } from '../support/hasty-clock.ts';
import { createRecordedContext } from '../support/recorded-context.ts';

it('keeps the reader of the demo running in a terminal, until Ctrl-C', async () => {
  const context = {
    ...createRecordedContext({ env: { PATH: process.env['PATH'] ?? '' }, terminalColumns: 100 }),
    clock: createHastyClock(),
    stdin: Object.assign(Readable.from([]), { isTTY: true }),
  };
  const pages: Promise<string>[] = [];
  context.stdout.on('data', () => {
    const [url] = /^http:\S+$/m.exec(context.out()) ?? [];
    if (url !== undefined && pages.length === 0) {
      pages.push(
        fetch(url)
          .then((response) => response.text())
          .finally(() => context.controller.abort()),
      );
    }
  });
  const vault = join(temporaryFolder(), 'my vault');
  expect(await runSatchel(['demo', '--vault', vault], context)).toBe(0);
  const store = `'${join(vault, 'store.db')}'`;
  expect(context.out()).toContain(`satchel query --db ${store} "select`);
  expect(context.out()).toContain(
    `Read it in a browser, later with "satchel browse --db ${store}":\nhttp://`,
  );
  expect(context.err()).toContain('Ctrl-C ends the reader');
  expect(await Promise.all(pages)).toEqual([expect.stringContaining('mira-asterholm')]);
});
