/**
 * Opens a generated archive with the built command line, and prints when its first issue can be read, as a part of the time until the
 * reader has everything: rows are there before the index of texts is.
 *
 *     node compiled/bench/open.js [--archives M] [--rounds 5] [--folder DIR]
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { benchArchiveFile, readArchiveNames } from './bench-archive-file.ts';
import { median, spreadOf } from './run-program.ts';

const { values: flags } = parseArgs({
  options: {
    archives: { type: 'string', default: 'M' },
    rounds: { type: 'string', default: '5' },
    folder: { type: 'string', default: join(tmpdir(), 'satchel-bench') },
    main: { type: 'string', default: fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url)) },
    /** The path of an issue that each archive has. */
    issue: { type: 'string', default: '/user-1/garden-2/issues/1' },
  },
});

const POLL_MS = 100;
/** The promised part of the time after which the first issue can be read. */
const TARGET_RATIO = 0.6;

/** Seconds from the start of the program to its first issue, and to the complete reader. */
async function openOnce(archive: string): Promise<{ readonly first: number; readonly whole: number }> {
  const home = await mkdtemp(join(tmpdir(), 'satchel-open-'));
  const begin = performance.now();
  const child = spawn(process.execPath, [flags.main, 'open', archive, '--json', '--no-open', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, XDG_CACHE_HOME: home, XDG_DATA_HOME: home },
  });
  const since = () => (performance.now() - begin) / 1_000;
  try {
    let whole: number | undefined;
    let url = '';
    const lines = createInterface({ input: child.stdout });
    const ready = once(lines, 'line');
    lines.on('line', (line) => {
      const event = JSON.parse(line);
      url ||= event.url;
      whole ??= event.message_type === 'opened' ? since() : undefined;
    });
    await ready;
    let first = 0;
    while (first === 0) {
      const response = await fetch(new URL(flags.issue, url));
      const page = await response.text();
      first = response.status === 200 && !page.includes('data-progress') ? since() : 0;
      await delay(POLL_MS); // The thread that answers also unpacks.
    }
    while (whole === undefined) {
      await once(lines, 'line');
    }
    return { first, whole };
  } finally {
    child.kill('SIGKILL');
    await rm(home, { recursive: true });
  }
}

process.stdout.write('archive   first s   whole s    ratio   spread      target\n');
for (const name of readArchiveNames(flags.archives)) {
  const archive = await benchArchiveFile(name, flags.folder);
  const runs: { readonly first: number; readonly whole: number }[] = [];
  for (let round = 0; round < Number(flags.rounds); round += 1) {
    runs.push(await openOnce(archive));
  }
  const ratios = runs.map(({ first, whole }) => first / whole);
  const cells = [
    median(runs.map(({ first }) => first)),
    median(runs.map(({ whole }) => whole)),
    median(ratios),
  ];
  process.stdout.write(
    `${name.padEnd(8)}${cells.map((cell) => cell.toFixed(2).padStart(9)).join('')}   ${spreadOf(ratios)}   <= ${TARGET_RATIO}\n`,
  );
  process.exitCode = median(ratios) <= TARGET_RATIO ? process.exitCode : 1;
}
