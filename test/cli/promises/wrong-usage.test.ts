import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runSatchel } from '../../../src/cli/program.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { createRecordedContext } from '../support/recorded-context.ts';

const SAMPLE = fileURLToPath(new URL('../../../samples/2019.tar.gz', import.meta.url));

let directory: string;
let port: number;
const server = createServer();

beforeAll(async () => {
  directory = temporaryFolder();
  await writeFile(join(directory, 'text'), 'hi\n');
  await writeFile(join(directory, 'empty.tar.gz'), '');
  await mkdir(join(directory, 'folder'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
  expect((await run(['vault', 'import', '--vault', 'VAULT', SAMPLE])).status).toBe(0);
});

afterAll(async () => {
  server.close();
});

/** Runs a command line in which `TEXT`, `EMPTY`, `FOLDER` and `VAULT` are paths of the test, and `PORT` is in use. */
async function run(args: readonly string[]) {
  const places: Readonly<Record<string, string>> = {
    TEXT: join(directory, 'text'),
    EMPTY: join(directory, 'empty.tar.gz'),
    FOLDER: join(directory, 'folder'),
    VAULT: join(directory, 'vault'),
    PORT: String(port),
  };
  const context = createRecordedContext({
    env: { XDG_DATA_HOME: directory, XDG_STATE_HOME: directory, SATCHEL_TOKEN: `svp_${'a'.repeat(36)}` },
  });
  const status = await runSatchel(
    args.map((arg) => places[arg] ?? arg),
    context,
  );
  return { status, out: context.out(), err: context.err().replaceAll(`${directory}/`, '') };
}

describe('a command that cannot do what it is asked', () => {
  it.each<[readonly string[], number, string]>([
    [['sandbox', '--port', 'PORT'], 2, 'another program uses this port. Choose another port with --port'],
    [['sandbox', '--host', '203.0.113.9'], 2, 'this machine does not have that address. Choose an address'],
    [
      ['sandbox', '--scenario', 'TEXT'],
      2,
      'it is not JSON. Correct the file; schemas/sandbox/scenario.schema.json of the package describes what it can',
    ],
    [
      ['sandbox', '--fault', 'nonsense'],
      2,
      'satchel: Cannot make the fault "nonsense": the kinds are answer, ',
    ],
    [
      ['load', SAMPLE, '--db', 'TEXT'],
      10,
      'it is not a SQLite database. Name another file with --db; "satchel',
    ],
    [['query', 'select 1; select 2', '--db', 'VAULT/x'], 10, 'there is no such file or directory'],
    [['verify', 'EMPTY'], 6, 'Cannot read the archive "empty.tar.gz": the file is empty. Name a .tar.gz'],
    [
      ['rate-limit', '--account', 'none'],
      2,
      'there is no configuration. Create one with "satchel init", or name',
    ],
    [
      ['rate-limit', '--base-url', 'http://127.0.0.1:9', '--ca-file', 'TEXT'],
      2,
      'Cannot read the certificates "text": the file contains no certificate in PEM format. A certificate in PEM',
    ],
  ])('says once what is wrong with %j', async (args, status, sentence) => {
    const result = await run(args);
    expect(result.err).toContain(sentence);
    expect(result.err.match(/Cannot/g)?.length).toBe(1);
    expect({ status: result.status, lines: result.err.split('\n').length }).toEqual({ status, lines: 2 });
  });

  it('says why an archive is refused once, with what to do', async () => {
    const { status, err } = await run(['vault', 'import', '--vault', 'VAULT', 'TEXT']);
    expect(err.split('\n')).toEqual([
      'Reading text',
      'Cannot read the archive "text": found neither gzip nor tar. Name a .tar.gz or .tar file that a migration produced',
      '0 archives imported, 0 already in the vault, 1 refused',
      '',
    ]);
    expect(status).toBe(6);
  });

  it('does not call a vault empty that has no archives of the requested account', async () => {
    const { status, err } = await run(['status', '--vault', 'VAULT', '--account', 'nosuch']);
    expect(status).toBe(10);
    expect(err).toMatch(/Cannot find the account "nosuch": the vault has archives of [\w-]+\. /);
  });
});
