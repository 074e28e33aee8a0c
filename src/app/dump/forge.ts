import { readFile } from 'node:fs/promises';
import { fileFailure } from '../../base/file-failure.ts';
import { quoteText } from '../../base/terminal-text.ts';
import { dumpForge, type ForgeDumpOptions } from '../../dump/dump-forge.ts';
import type { DumpReport } from '../../dump/dump-report.ts';
import { Failure } from '../../model/failure.ts';
import type { DumpRequest } from '../dump-formats.table.ts';
import { type FilesContext, filesOf } from '../folders-of-store.ts';

/** Writes a store as folders that a forge restores. Fails with `usage` if the output or a choice is invalid. */
export async function dumpForForge(request: DumpRequest, context: FilesContext): Promise<DumpReport> {
  const { output, tables } = request;
  if (typeof output !== 'string' || tables.length > 0) {
    throw new Failure(
      'usage',
      'Cannot dump for a forge to one file or by table: it is a folder of repositories',
      {
        hint: 'Name a folder, and no tables',
        commandHint: 'Name a folder, and leave out --table',
      },
    );
  }
  return await dumpForge({
    ...(await forgeOptionsOf(request, context)),
    place: { path: output, isForced: request.isForced },
    onRepository: (written, total) =>
      request.onProgress?.(`Writing repositories, ${written} of ${total}`, { written, total }),
  });
}

export async function forgeOptionsOf(
  request: Pick<DumpRequest, 'dbPath' | 'filesPath' | 'repositories' | 'forge'>,
  context: FilesContext,
): Promise<Omit<ForgeDumpOptions, 'place'>> {
  const { dbPath, filesPath, repositories, forge = {} } = request;
  return {
    dbPath,
    repositories,
    accounts: forge.mapUsers === undefined ? new Map() : await readAccounts(forge.mapUsers),
    forgeUrl: forge.rewriteLinks === undefined ? undefined : plainAddress(forge.rewriteLinks),
    hasDiscussions: forge.discussions === true,
    files: await filesOf(filesPath, context),
    git: { searchPath: context.env['PATH'] ?? '', clock: context.clock, signal: context.signal },
    signal: context.signal,
  };
}

export function plainAddress(text: string): string {
  if (!/^https?:\/\/[^/\s?#]+(?:\/[^\s?#]*)?$/.test(text)) {
    throw new Failure('usage', `Cannot lead links to ${quoteText(text)}: it is not the address of a forge`, {
      hint: 'Write it as https://git.example.org',
    });
  }
  return text.replace(/\/+$/, '');
}

/** One pair on each line: the old login, then the new login or a mail address. Lines after # are comments. */
async function readAccounts(path: string): Promise<ForgeDumpOptions['accounts']> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw fileFailure(error, 'read the logins in', path);
  });
  const lines = text.split(/\r?\n/).map((line) => line.replace(/(?:^|\s)#.*$/, '').trim());
  return new Map(
    lines.flatMap((line, index) => {
      const [old = '', now = '', ...more] = line.split(/[\s,=]+/);
      if (line === '') {
        return [];
      }
      if (now === '' || more.length > 0) {
        throw new Failure(
          'usage',
          `Cannot read the logins in ${quoteText(path)}: line ${index + 1} is not a pair`,
          {
            hint: 'Write an old login, a space, and the new login or a mail address',
          },
        );
      }
      return [[old.replace(/^@/, '').toLowerCase(), now.replace(/^@/, '')]];
    }),
  );
}
