import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { cloneMirror } from '../../../src/git/mirror.ts';
import { afterFile, temporaryFolder } from '../../house/afterwards.ts';
import { git, makeRepository, searchPath } from './make-repository.ts';
import { PATIENCE, serveRepositories } from './serve-repositories.ts';

/** The time of the clone. */
export const CLONED_AT = '20261101T000000Z';

let made: Promise<string> | undefined;

/** A folder with the repositories of a server and a mirror, which is cloned once a file. */
function makeOnce(): Promise<string> {
  made ??= (async () => {
    afterFile(() => {
      made = undefined;
    });
    const folder = temporaryFolder(afterFile);
    const root = join(folder, 'served');
    const bare = makeRepository(root);
    git(bare, 'tag', '-f', '-a', 'v1.0', '-m', 'first release', 'main~1'); // So that only the branch has its tip.
    const server = await serveRepositories(root);
    const remote = server.remoteOf('lantern.git');
    await cloneMirror(join(folder, 'mirror.git'), { remote, searchPath, ...PATIENCE, time: CLONED_AT });
    return folder;
  })();
  return made;
}

/** A repository on a server of its own, and a mirror of it. */
export async function openMirrorScene() {
  const folder = await makeOnce();
  const root = temporaryFolder();
  cpSync(join(folder, 'served'), root, { recursive: true });
  const mirror = join(temporaryFolder(), 'gists', 'mirror.git');
  cpSync(join(folder, 'mirror.git'), mirror, { recursive: true });
  const server = await serveRepositories(root);
  const options = { remote: server.remoteOf('lantern.git'), searchPath, ...PATIENCE, time: CLONED_AT };
  return { bare: join(root, 'lantern.git'), mirror, server, options };
}
