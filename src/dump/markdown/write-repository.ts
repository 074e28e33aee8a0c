import { createReadStream, existsSync } from 'node:fs';
import { createFileNamer, type FileNamer } from '../../base/index.ts';
import { createReactionReader } from '../../reading/index.ts';
import { blobPath, type Database, type FileFolders } from '../../store/index.ts';
import type { DumpFolder, DumpSink } from '../dump-place.ts';
import type { DocumentSource, MarkdownDocument } from './document-source.ts';
import { createLocalLinks, encodePath, type LocalLinks } from './local-links.ts';
import { bodyText } from './markdown-text.ts';
import { reactionText } from './reaction-text.ts';
import { openDiscussions } from './read-discussions.ts';
import { openReleases } from './read-releases.ts';
import { openThreads } from './read-threads.ts';
import { repositoryHead } from './repository-head.ts';

/** Documents are written this many at a time: each waits for the disk, and they may wait together. */
const MAX_TOGETHER = 16;

export interface RepositoryOrder {
  readonly db: Database;
  /** `owner/name`; null for records that tell none. */
  readonly repo: string | null;
  /** Its folder in the dump. */
  readonly folder: string;
  readonly dump: DumpFolder;
  /** Where the store's files lie. */
  readonly files: FileFolders;
  readonly signal: AbortSignal;
}

/** Writes the documents of one repository and their index. Gives how many there are of each kind. */
export async function writeRepository(order: RepositoryOrder): Promise<Readonly<Record<string, number>>> {
  const { db, repo, folder, dump, files } = order;
  const links = createLocalLinks({ db, folder, hasFile: (sha256) => existsSync(blobPath(files, sha256)) });
  const readReactions = createReactionReader(db);
  const readers = {
    reactionsTo: (recordId: number) => reactionText(readReactions(recordId)),
    bodyOf: (body: string | null) => links.localise(bodyText(body)),
  };
  const sources = [
    openThreads(db, 'issue', { repo, readers }),
    openThreads(db, 'pull_request', { repo, readers }),
    openDiscussions(db, { repo, readers }),
    openReleases(db, { repo, readers, linkOf: links.linkOf }),
  ];
  const counts: Record<string, number> = { attachment: 0 };
  await dump.addFile(`${folder}/index.md`, async (index) => {
    await index.write(repositoryHead(db, repo));
    for (const source of sources) {
      counts[source.kind] = await writeSource(source, {
        ...order,
        index,
        links,
        onFile: () => {
          counts['attachment'] = (counts['attachment'] ?? 0) + 1;
        },
      });
    }
  });
  return counts;
}

interface SourceOrder extends RepositoryOrder {
  readonly index: DumpSink;
  readonly links: LocalLinks;
  readonly onFile: () => void;
}

async function writeSource(source: DocumentSource, order: SourceOrder): Promise<number> {
  const namer = createFileNamer();
  let count = 0;
  for (const batch of inBatches(source.documents)) {
    order.signal.throwIfAborted();
    const heading = count === 0 ? `\n## ${source.heading}\n\n` : '';
    const lines = batch.map((document) => nameDocument(document, source, namer));
    await order.index.write(heading + lines.map(({ line }) => line).join(''));
    await Promise.all(
      lines.map(({ path, text }) =>
        order.dump.addFile(`${order.folder}/${path}`, (file) => file.write(text)),
      ),
    );
    await copyFiles(order);
    count += batch.length;
  }
  return count;
}

function nameDocument(
  { name, label, note, text }: MarkdownDocument,
  { folder }: DocumentSource,
  namer: FileNamer,
): { readonly path: string; readonly line: string; readonly text: string } {
  const path = `${folder}/${namer.nameOf(name, '.md')}`;
  return { path, line: `- [${label}](${encodePath(path)}) ${note}\n`, text };
}

async function copyFiles({ links, dump, files, onFile }: SourceOrder): Promise<void> {
  for (const { sha256, path } of links.takeFiles()) {
    await dump.addFile(path, async (file) => {
      for await (const chunk of createReadStream(blobPath(files, sha256))) {
        await file.write(chunk);
      }
    });
    onFile();
  }
}

function* inBatches(documents: Iterable<MarkdownDocument>): Generator<readonly MarkdownDocument[]> {
  let batch: MarkdownDocument[] = [];
  for (const document of documents) {
    batch.push(document);
    if (batch.length === MAX_TOGETHER) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) {
    yield batch;
  }
}
