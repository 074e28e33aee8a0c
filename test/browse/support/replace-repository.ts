import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openBrowsing } from '../../../src/reading/open-browsing.ts';
import { asOurs, git } from '../../git/support/make-repository.ts';
import { temporaryFolder } from '../../house/afterwards.ts';

/** The files of a commit that differ from the one before; null removes a file. */
export type ChangedFiles = Readonly<Record<string, string | Uint8Array | null>>;

interface ReplaceOptions {
  readonly isWiki?: boolean;
  /** The targets of symbolic links, which all commits after the first have. */
  readonly links?: Readonly<Record<string, string>>;
  /** The message of a tag `v1` of the last commit. */
  readonly tag?: string;
  /** The mail address of the author. */
  readonly address?: string;
}

/** Replaces the kept git data of a repository, or of its wiki, by one commit on `main` for each set of files; returns their ids. */
export function replaceRepository(
  store: string,
  repo: string,
  commits: readonly ChangedFiles[],
  { isWiki = false, links = {}, tag, address = 'ada@example.org' }: ReplaceOptions = {},
): readonly string[] {
  const browsing = openBrowsing(store);
  const folder = browsing.gitPlace(repo, isWiki)?.folder ?? '';
  browsing.close();
  const root = temporaryFolder();
  const work = join(root, 'work');
  git(root, 'init', '-q', '-b', 'main', work);
  const ids = commits.map((files, index) => {
    for (const [path, content] of Object.entries(files)) {
      const place = join(work, path);
      if (content === null) {
        rmSync(place);
      } else {
        mkdirSync(dirname(place), { recursive: true });
        writeFileSync(place, content);
      }
    }
    for (const [path, target] of index === 1 ? Object.entries(links) : []) {
      symlinkSync(target, join(work, path));
    }
    git(work, 'add', '--all');
    git(work, 'commit', '-q', '--allow-empty', `--author=Ada <${address}>`, '-m', 'Change files');
    return git(work, 'rev-parse', 'HEAD');
  });
  if (tag !== undefined) {
    git(work, 'tag', '-a', '-m', tag, 'v1');
  }
  rmSync(folder, { recursive: true });
  git(root, 'clone', '-q', '--mirror', work, join(root, 'bare'));
  cpSync(asOurs(join(root, 'bare')), folder, { recursive: true });
  return ids;
}
