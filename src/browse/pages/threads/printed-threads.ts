import { Readable } from 'node:stream';
import { html } from 'hono/html';
import type { ListedThread } from '../../../reading/index.ts';
import type { Frame, Markup } from '../../frame.ts';
import { documentHead } from '../../layout/lay-out.ts';
import { type Answering, defineFile, requireRepo } from '../../page.ts';
import { repositoryPath, withQuery } from '../../paths.ts';
import { createFrame } from '../../serve/create-frame.ts';
import { stateBadge } from '../../show/badges.ts';
import { personLink } from '../../show/links.ts';
import { dateOf, dateText } from '../../show/times.ts';
import type { Sources } from '../../sources.ts';
import { readThreadPage } from '../thread/read-thread-page.ts';
import { showTimeline } from '../thread/show-timeline.ts';

interface Printed {
  readonly sources: Sources;
  readonly frame: Frame;
  readonly kind: 'issue' | 'pull_request';
  readonly repo: string;
  readonly search: string;
}

const TITLES = { issue: 'Issues', pull_request: 'Pull requests' } as const;

/** The number of threads that are listed at once; each is read and rendered by itself. */
const PER_LIST = 50;

/** All issues or pull requests of a list as one document to print, which is written thread by thread. */
export function printedThreads(kind: Printed['kind']): Answering {
  return defineFile(async (sources, { params, query, http }) => {
    const { store, clock } = sources;
    const repo = requireRepo(store, params);
    const search = (query.get('q') ?? '').trim();
    await store.threads({ kind, repo, search, nowMs: clock.now(), limit: 1 }); // Refuses a wrong search before the document begins.
    const url = new URL(http.url);
    url.searchParams.set('part', 'all'); // Long threads are shown in parts only on their own pages.
    const frame = createFrame(sources, url);
    const bytes = Readable.from(encode(documentParts({ sources, frame, kind, repo, search })));
    bytes.once('close', sources.hold());
    if (http.method === 'HEAD') {
      bytes.destroy(); // No one reads it.
    }
    return new Response(Readable.toWeb(bytes) as ReadableStream<Uint8Array>, {
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Disposition': `inline; filename="${kind === 'issue' ? 'issues' : 'pulls'}.html"`,
      },
    });
  });
}

async function* encode(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const text of texts) {
    yield Buffer.from(text);
  }
}

async function* documentParts(printed: Printed): AsyncGenerator<string> {
  const { sources, kind, repo, search, frame } = printed;
  const newest = sources.store.snapshots().at(-1);
  const list = withQuery(`${repositoryPath(repo)}/${kind === 'issue' ? 'issues' : 'pulls'}`, {
    q: search || ' ',
  });
  yield await textOf(html`<!doctype html>
<html lang="en">
<head>
${documentHead(`${TITLES[kind]} of ${repo}`)}
</head>
<body class="printed">
<header><h1>${TITLES[kind]} of ${repo}</h1><p class="muted">${newest?.takenAt === undefined ? '' : html`Everything as of ${dateText(newest.takenAt)}. `}${search === '' ? '' : html`Filter: <code>${search}</code>. `}<a href="${list}" data-screen>Back to the list</a></p></header>
<nav aria-label="Contents"><h2>Contents</h2><ol class="plain">`);
  for await (const thread of eachThread(printed)) {
    yield await textOf(
      html`<li><a href="#thread-${thread.number}">${frame.title(thread.title ?? '')} <span class="muted">#${thread.number}</span></a></li>\n`,
    );
  }
  yield '</ol></nav>\n<main id="main">\n';
  for await (const thread of eachThread(printed)) {
    yield await showThread(thread, printed);
  }
  yield `</main>\n<footer class="foot"><span>Written by Satchel from an archive, ${dateText(new Date(frame.nowMs).toISOString())}.</span></footer>\n</body>\n</html>\n`;
}

/** The threads of the list, oldest first unless the search says otherwise. */
async function* eachThread({ sources, kind, repo, search }: Printed): AsyncGenerator<ListedThread> {
  const { store, clock } = sources;
  const sorted = search.includes('sort:') ? search : `${search} sort:created-asc`.trim();
  const options = { kind, repo, search: sorted, nowMs: clock.now(), limit: PER_LIST };
  let after: string | undefined;
  do {
    const page = await store.threads({ ...options, after });
    yield* page.threads;
    after = page.after;
  } while (after !== undefined);
}

async function showThread(
  thread: ListedThread,
  { sources, repo, frame, kind: listed }: Printed,
): Promise<string> {
  const number = thread.number ?? 0;
  const page = await readThreadPage(sources, { repo, number, kind: listed });
  const { kind, state, author, createdAt, labels, milestone, pullRequest } = page.thread;
  const facts = [
    labels.length === 0 ? '' : `Labels: ${labels.map(({ name }) => name).join(', ')}`,
    milestone === null ? '' : `Milestone: ${milestone}`,
  ].filter((text) => text !== '');
  const text =
    await textOf(html`<article class="thread" id="thread-${number}"><header class="thread-head"><h2>${frame.title(thread.title ?? '')} <span class="ref">#${number}</span></h2>
<p>${stateBadge({ kind, state, isDraft: pullRequest?.isDraft })} · opened ${dateOf(createdAt)} by ${personLink(author, frame)}${facts.map((fact) => ` · ${fact}`)}</p></header>
${await showTimeline(page, frame)}</article>\n`);
  // The opening of each thread has the same anchor on its own page.
  return text
    .replaceAll('id="opening"', `id="opening-${number}"`)
    .replaceAll('href="#opening"', `href="#opening-${number}"`);
}

async function textOf(markup: Markup): Promise<string> {
  return String(await markup);
}
