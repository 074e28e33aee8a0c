import { inlineText } from '../reading/markdown-text.ts';
import { hasUnplacedRecords } from '../reading/read-names.ts';
import type { Database } from '../store/database.ts';
import type { FileFolders } from '../store/file-folders.ts';
import { openSteadily } from '../store/open-for-reading.ts';
import { requireReadable } from '../store/store-header.ts';
import { countFiles, type DumpPlace, writeDumpFolder } from './dump-place.ts';
import type { DumpReport } from './dump-report.ts';
import { chooseRepositories, createFolderNamer } from './dumped-repositories.ts';
import { prepareRepositories, type RepositoriesDump } from './markdown/write-repository.ts';
import { encodePath } from './text-addresses.ts';

export interface MarkdownDumpOptions {
  readonly dbPath: string;
  /** The folders with the files of the store; documents link to copies of them. */
  readonly files: FileFolders;
  readonly place: DumpPlace;
  /** `owner/name`, ignoring case; empty for all. */
  readonly repositories: readonly string[];
  readonly signal: AbortSignal;
  /** Called with the number of documents written, and the total. */
  readonly onDocuments?: ((written: number, total: number) => void) | undefined;
}

/**
 * Writes one document for each issue, pull request, release and discussion, such as `owner/name/issues/12.md`, with an
 * index for each repository and one for all. Fails with `absent` if a repository is unknown.
 */
export async function dumpMarkdown(options: MarkdownDumpOptions): Promise<DumpReport> {
  requireReadable(options.dbPath);
  const db = openSteadily(options.dbPath);
  try {
    const repositories = chooseDocumented(db, options.repositories);
    return await writeDumpFolder(options.place, async (dump) => {
      const counting = countFiles(dump);
      const documents = await writeRepositories(repositories, { ...options, db, dump: counting });
      return { fileCount: counting.fileCount, sizeBytes: counting.sizeBytes, documents };
    });
  } finally {
    db.close();
  }
}

/** The repositories to write; null stands for records without a repository. */
function chooseDocumented(db: Database, names: readonly string[]): readonly (string | null)[] {
  const chosen = chooseRepositories(db, names);
  return names.length === 0 && hasUnplacedRecords(db) ? [null, ...chosen] : chosen;
}

async function writeRepositories(
  repositories: readonly (string | null)[],
  order: Omit<RepositoriesDump, 'onDocuments'> & Pick<MarkdownDumpOptions, 'onDocuments'>,
): Promise<Readonly<Record<string, number>>> {
  const documents: Record<string, number> = {};
  const folderOf = createFolderNamer('index.md');
  const total = countDocuments(order.db, repositories);
  let written = 0;
  const onDocuments = (count: number) => {
    written += count;
    order.onDocuments?.(written, total);
  };
  const writeRepository = prepareRepositories({ ...order, onDocuments });
  await order.dump.addFile('index.md', async (index) => {
    await index.write('# Repositories\n\n');
    for (const repo of repositories) {
      order.signal.throwIfAborted();
      const folder = folderOf(repo);
      const counts = await writeRepository(repo, folder);
      for (const [kind, count] of Object.entries(counts)) {
        documents[kind] = (documents[kind] ?? 0) + count;
      }
      await index.write(
        `- [${inlineText(repo ?? 'Records without a repository')}](${encodePath(folder)}/index.md)${noteOf(counts)}\n`,
      );
    }
  });
  return documents;
}

function countDocuments(db: Database, repositories: readonly (string | null)[]): number {
  const counts = ['issues', 'pull_requests', 'discussions', 'releases'].map((table) =>
    db.prepare<[string | null], number>(`SELECT count(*) FROM ${table} WHERE repo IS ?`).pluck(),
  );
  return repositories.reduce(
    (sum, repo) => counts.reduce((subtotal, count) => subtotal + (count.get(repo) ?? 0), sum),
    0,
  );
}

/** The number of documents by kind: ` · 12 issues, 5 pull requests`. */
function noteOf(counts: Readonly<Record<string, number>>): string {
  const words = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => `${count} ${kind.replaceAll('_', ' ')}${count === 1 ? '' : 's'}`);
  return words.length === 0 ? ' · nothing written yet' : ` · ${words.join(', ')}`;
}
