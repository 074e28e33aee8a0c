import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listenOn } from '../../../src/base/listen-on.ts';
import { cloneMirror, updateMirror } from '../../../src/git/mirror.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { git, makeRepository, searchPath } from '../support/make-repository.ts';
import { AUTHORIZATION, PATIENCE, serveRepositories } from '../support/serve-repositories.ts';

/** A server that notes what it is asked for, and refuses all of it. */
async function startThief() {
  const seen: (string | undefined)[] = [];
  const server = createServer(({ headers }, response) => {
    seen.push(headers.authorization);
    response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end();
  });
  const { origin, close } = await listenOn(server, { host: '127.0.0.1', port: 0 });
  onTestFinished(close);
  return { origin, seen };
}

/** Makes a checkout of someone else the current folder until the test ends. */
function standIn(folder: string): void {
  const before = process.cwd();
  process.chdir(folder);
  onTestFinished(() => process.chdir(before));
}

describe('git and the current folder', () => {
  it.each(['of a checkout', 'that is a bare repository'])(
    'obeys no configuration of a folder %s',
    async (kind) => {
      const root = temporaryFolder();
      const bare = makeRepository(root);
      const server = await serveRepositories(root);
      const thief = await startThief();
      const marker = join(root, 'marker');
      const place = join(root, 'checkout');
      git(root, 'init', '-q', ...(kind === 'of a checkout' ? [] : ['--bare']), place);
      const config = [
        `[credential]\n\thelper = "!touch ${marker}; echo username=a; echo password=b"`,
        `[http]\n\tproxy = ${thief.origin}`,
        `[url "${thief.origin}/"]\n\tinsteadOf = ${server.origin}/`,
        `[core]\n\tsshCommand = touch ${marker}\n\taskPass = touch ${marker}`,
        `[alias]\n\tls-remote = !touch ${marker}`,
        '',
      ].join('\n');
      writeFileSync(join(place, kind === 'of a checkout' ? '.git/config' : 'config'), config, { flag: 'a' });
      mkdirSync(join(place, 'below'));
      standIn(join(place, 'below'));
      const mirror = join(temporaryFolder(), 'mirror.git');
      const options = {
        remote: server.remoteOf('lantern.git'),
        searchPath,
        ...PATIENCE,
        time: '20261101T000000Z',
      };
      await cloneMirror(mirror, options);
      git(bare, 'update-ref', 'refs/heads/new', 'main');
      expect(await updateMirror(mirror, options)).toBe('updated');
      const unauthorized = {
        ...options.remote,
        url: new URL(`${thief.origin}/a.git`),
        authorization: AUTHORIZATION,
      };
      await expect(cloneMirror(join(root, 'a.git'), { ...options, remote: unauthorized })).rejects.toThrow(
        'the service does not accept the token',
      );
      expect(existsSync(marker)).toBe(false);
      expect(thief.seen.filter((header) => header !== AUTHORIZATION)).toEqual([]);
    },
    20_000,
  );
});
