import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { GitStage } from '../../../src/git/git-stage.ts';
import { createGitStage } from '../../../src/git/git-stage.ts';
import type { StagedRepository } from '../../../src/git/staged-repository.ts';

/** Passes all files of a folder to a stage, as if they were in an archive. */
export function sendFolder(stage: GitStage, folder: string, archivePath: string): void {
  for (const name of filesOf(folder)) {
    sendFile(stage, `${archivePath}/${name}`, readFileSync(join(folder, name)));
  }
}

/** Passes one file to a stage in two chunks; true if the stage accepts it. */
export function sendFile(stage: GitStage, entryName: string, content: string | Uint8Array): boolean {
  const bytes = Buffer.from(content);
  const sink = stage.accept(entryName, bytes.length);
  const middle = bytes.length >> 1;
  sink?.write(bytes.subarray(0, middle));
  sink?.write(bytes.subarray(middle));
  sink?.end();
  return sink !== undefined;
}

export async function stageRepository(bare: string, directory: string): Promise<StagedRepository> {
  const stage = createGitStage({ directory });
  sendFolder(stage, bare, 'repositories/mira/lantern.git');
  const { repositories } = await stage.finish();
  const [repository] = repositories;
  if (repository === undefined) {
    throw new Error('no repository was staged');
  }
  return repository;
}

/** The files below a folder by relative path, sorted. */
export function filesOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .sort();
}
