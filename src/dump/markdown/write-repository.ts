import { createReadStream } from 'node:fs';
import { FileNamer } from '../../base/safe-name.ts';
import { codeSpan, inlineText, joinBlocks } from '../../reading/markdown-text.ts';
import { createRepositoryReader, type Repository } from '../../reading/read-repositories.ts';
import type { Database } from '../../store/database.ts';
import { blobPath, type FileFolders } from '../../store/file-folders.ts';
import { copyInto, type DumpFolder, type DumpSink } from '../dump-place.ts';
import { encodePath } from '../text-addresses.ts';
import { type DocumentKind, type MarkdownDocument, prepareDocuments } from './documents.ts';
import { type LocalLinks, prepareLocalLinks } from './local-links.ts';

/** The maximum number of documents that are written concurrently, and the maximum of their characters. */
const MAX_TOGETHER = 16;
const MAX_LENGTH_TOGETHER = 1024 * 1024;

/** The source and destination of documents. */
export interface RepositoriesDump {
  readonly db: Database;
  readonly dump: DumpFolder;
  /** The folders with the files of the store. */
  readonly files: FileFolders;
  readonly signal: AbortSignal;
  /** Called with the number of documents that were written since the last call. */
  readonly onDocuments?: (count: number) => void;
}

/** Prepared once for all repositories. */
interface Prepared extends RepositoriesDump {
  readonly kinds: readonly DocumentKind[];
  readonly repositoryOf: (repo: string) => Repository;
  readonly linksIn: (folder: string) => LocalLinks;
}

/** Writes the documents of a repository (null for records without one) and their index into a folder of the dump. */
export type WriteRepository = (
  repo: string | null,
  folder: string,
) => Promise<Readonly<Record<string, number>>>;

/** Prepares writing repositories; each call returns the number of documents by kind. */
export function prepareRepositories(order: RepositoriesDump): WriteRepository {
  const prepared = {
    ...order,
    kinds: prepareDocuments(order.db),
    repositoryOf: createRepositoryReader(order.db),
    linksIn: prepareLocalLinks(order.db, order.files),
  };
  return (repo, folder) => writeRepository(repo, folder, prepared);
}

async function writeRepository(
  repo: string | null,
  folder: string,
  prepared: Prepared,
): Promise<Readonly<Record<string, number>>> {
  const links = prepared.linksIn(folder);
  const counts: Record<string, number> = { attachment: 0 };
  await prepared.dump.addFile(`${folder}/index.md`, async (index) => {
    await index.write(
      repo === null ? '# Records without a repository\n' : repositoryHead(prepared.repositoryOf(repo)),
    );
    for (const kind of prepared.kinds) {
      counts[kind.kind] = await writeDocuments(kind, {
        ...prepared,
        ...{ repo, folder, index, links },
        onFile: () => {
          counts['attachment'] = (counts['attachment'] ?? 0) + 1;
        },
      });
    }
  });
  return counts;
}

interface DocumentsOrder extends RepositoriesDump {
  readonly repo: string | null;
  readonly folder: string;
  readonly index: DumpSink;
  readonly links: LocalLinks;
  readonly onFile: () => void;
}

async function writeDocuments(kind: DocumentKind, order: DocumentsOrder): Promise<number> {
  const namer = new FileNamer();
  let count = 0;
  for (const batch of inBatches(kind.of(order.repo, order.links))) {
    order.signal.throwIfAborted();
    const heading = count === 0 ? `\n## ${kind.heading}\n\n` : '';
    const lines = batch.map((document) => nameDocument(document, kind, namer));
    await order.index.write(heading + lines.map(({ line }) => line).join(''));
    await Promise.all(
      lines.map(({ path, text }) =>
        order.dump.addFile(`${order.folder}/${path}`, (file) => file.write(text)),
      ),
    );
    await copyFiles(order);
    count += batch.length;
    order.onDocuments?.(batch.length);
  }
  return count;
}

function nameDocument(
  { name, label, note, text }: MarkdownDocument,
  { folder }: DocumentKind,
  namer: FileNamer,
): { readonly path: string; readonly line: string; readonly text: string } {
  const path = `${folder}/${namer.nameOf(name, { extension: '.md' })}`;
  return { path, line: `- [${label}](${encodePath(path)}) ${note}\n`, text };
}

async function copyFiles({ links, dump, files, onFile }: DocumentsOrder): Promise<void> {
  for (const { sha256, path } of links.takeFiles()) {
    await dump.addFile(path, (file) => copyInto(file, createReadStream(blobPath(files, sha256))));
    onFile();
  }
}

function* inBatches(documents: Iterable<MarkdownDocument>): Generator<readonly MarkdownDocument[]> {
  let batch: MarkdownDocument[] = [];
  let length = 0;
  for (const document of documents) {
    batch.push(document);
    length += document.text.length;
    if (batch.length === MAX_TOGETHER || length >= MAX_LENGTH_TOGETHER) {
      yield batch;
      batch = [];
      length = 0;
    }
  }
  if (batch.length > 0) {
    yield batch;
  }
}

/** The start of a repository's index: its properties, before the lists of documents. */
function repositoryHead(repository: Repository): string {
  const { repo, description, isPrivate, isArchived, createdAt, defaultBranch, website, topics } = repository;
  const facts: readonly (readonly [label: string, value: string | undefined])[] = [
    ['Visibility', isPrivate === null ? undefined : isPrivate ? 'private' : 'public'],
    ['State', isArchived ? 'archived' : undefined],
    ['Created', createdAt?.slice(0, 10)],
    ['Default branch', defaultBranch === null ? undefined : codeSpan(defaultBranch)],
    ['Website', inlineText(website ?? '')],
    ['Topics', inlineText(topics.join(', '))],
  ];
  const lines = facts.flatMap(([label, value]) =>
    value === undefined || value === '' ? [] : [`- ${label}: ${value}`],
  );
  return `${joinBlocks([`# ${inlineText(repo)}`, inlineText(description ?? ''), lines.join('\n')])}\n`;
}
