import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { expect, it } from 'vitest';
import { createSystemClock } from '../../../src/base/clock.ts';
import { Failure } from '../../../src/model/failure.ts';
import { openVault } from '../../../src/vault/vault.ts';
import { openCliBench } from '../../cli/support/run-cli.ts';
import { IS_LONG } from '../../house/long-run.ts';
import { MAIN } from '../../house/packed-program.ts';

const SAMPLE = fileURLToPath(new URL('../../fixtures/archives/current.tar.gz', import.meta.url));

/** Before which of the changes in the vault the process is killed. */
const MOMENTS = IS_LONG ? Array.from({ length: 60 }, (_, at) => at) : [7, 20];

/** Kills its own process before a change of the file system below a folder. */
const KILLER = `data:text/javascript,${encodeURIComponent(`
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  let left = Number(process.env.KILL_AT);
  for (const owner of [fs, fs.promises]) {
    for (const name of ['mkdir', 'mkdirSync', 'open', 'openSync', 'rename', 'renameSync', 'link'].filter((name) => name in owner)) {
      const real = owner[name];
      owner[name] = (path, ...rest) => {
        if (String(path).startsWith(process.env.KILL_BELOW) && left-- === 0) {
          process.kill(process.pid, 'SIGKILL');
        }
        return real.call(owner, path, ...rest);
      };
    }
  }
  syncBuiltinESMExports();
`)}`;

it('a kill while an encrypted vault is made leaves no vault or an encrypted one, and no plain archive', async () => {
  const bench = await openCliBench({ repositories: 1, issues: 1 });
  const recipient = await identityToRecipient(await generateX25519Identity());
  const found = new Set<string>();
  for (const moment of MOMENTS) {
    const vault = join(bench.directory, `vault-${moment}`);
    const add = ['vault', 'import', SAMPLE, '--vault', vault];
    const child = spawn(process.execPath, ['--import', KILLER, MAIN, ...add, '--recipient', recipient], {
      env: { PATH: process.env['PATH'], HOME: bench.directory, KILL_AT: String(moment), KILL_BELOW: vault },
      stdio: 'ignore',
    });
    const [, signal] = await once(child, 'exit');
    const state = await openVault(vault, { clock: createSystemClock() }).then(
      ({ encryption }) => encryption.recipients.join(),
      (error: unknown) => (error instanceof Failure ? error.code : String(error)),
    );
    found.add(state).add(String(signal));
    const again = await bench.run([...add, ...(state === 'absent' ? ['--recipient', recipient] : [])]);
    expect([moment, state, again.status, again.err]).toEqual([moment, state, 0, expect.any(String)]);
    expect(await readdir(join(vault, 'archives'))).toEqual([expect.stringMatching(/\.tar\.gz\.age$/)]);
  }
  expect([...found].filter((state) => state !== 'null').toSorted()).toEqual(['SIGKILL', 'absent', recipient]);
}, 600_000);
