import { createThreadReader, type Thread } from '../../reading/index.ts';
import type { Database } from '../../store/index.ts';
import type { DocumentSource, MarkdownDocument } from './document-source.ts';
import { inlineText, loginText } from './markdown-text.ts';
import { lastSegment } from './reference-text.ts';
import type { TextReaders } from './text-readers.ts';
import { threadText } from './thread-text.ts';

/** Issues and pull requests differ in their tables and in what they are called. */
const THREADS = {
  issue: { heading: 'Issues', folder: 'issues' },
  pull_request: { heading: 'Pull requests', folder: 'pulls' },
} as const satisfies Record<Thread['kind'], object>;

/** Opens the issues or pull requests of a repository. */
export function openThreads(
  db: Database,
  kind: Thread['kind'],
  { repo, readers }: { readonly repo: string | null; readonly readers: TextReaders },
): DocumentSource {
  function* documents(): Generator<MarkdownDocument> {
    for (const thread of createThreadReader(db, kind).ofRepository(repo)) {
      const { number, title, state, author, createdAt, url } = thread;
      yield {
        name: String(number ?? lastSegment(url)),
        label: number === null ? lastSegment(url) : `#${number}`,
        note: `${inlineText(title ?? '')} · ${state} · ${loginText(author ?? 'a deleted account')} · ${(createdAt ?? '').slice(0, 10)}`,
        text: threadText(thread, readers.bodyOf),
      };
    }
  }
  return { kind, ...THREADS[kind], documents: documents() };
}
