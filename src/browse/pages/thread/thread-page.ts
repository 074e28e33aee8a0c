import { html } from 'hono/html';
import { threadText } from '../../../dump/index.ts';
import type { Frame } from '../../frame.ts';
import { type Answering, definePage, type PageRequest, type PageView } from '../../page.ts';
import { repositoryPath, threadPath, withQuery } from '../../paths.ts';
import { requireRepo } from '../../show/require-repo.ts';
import type { Sources } from '../../sources.ts';
import { readThreadPage, type ThreadPage } from './read-thread-page.ts';
import { showTimeline } from './show-timeline.ts';
import { threadAside } from './thread-aside.ts';
import { threadHead } from './thread-head.ts';

/** The conversation of an issue or of a pull request; a number of the other kind leads to its own page. */
export function conversation(kind: 'issue' | 'pull_request'): Answering {
  return definePage<ThreadPage>({
    read({ store }: Sources, { params, path }: PageRequest) {
      const repo = requireRepo(store, params);
      const number = Number(params['number']);
      const found = store.kindOf(repo, number);
      const [gone] = store
        .origins()
        .flatMap((origin) => (found === undefined ? store.vanished(`${origin}${path}`) : []));
      if (gone !== undefined) {
        return { redirectTo: withQuery('/-/history', { url: gone.url }) };
      }
      return found !== undefined && found !== kind
        ? { redirectTo: threadPath({ repo, number, kind: found }) }
        : readThreadPage(store, repo, number);
    },
    show: showConversation,
    text: ({ thread }) => threadText(thread),
    feed: ({ thread, repo }) => ({
      title: thread.title ?? `${repo}#${thread.number}`,
      entries: thread.timeline.flatMap((entry) =>
        entry.kind === 'comment' || entry.kind === 'review'
          ? [
              {
                id: entry.url,
                title: `${entry.author ?? 'ghost'} on ${thread.title ?? `#${thread.number}`}`,
                path: `${threadPath({ repo, number: thread.number ?? 0, kind })}#${anchorOf(entry.url)}`,
                ...{
                  author: entry.author,
                  createdAt: entry.createdAt,
                  updatedAt: entry.createdAt,
                  body: entry.body,
                },
              },
            ]
          : [],
      ),
    }),
  });
}

function showConversation(page: ThreadPage, frame: Frame): PageView {
  const { thread, repo } = page;
  const { kind, number, title, url } = thread;
  return {
    title: `${title ?? ''} · ${repo}#${number}`,
    place: { repo, tab: kind === 'issue' ? 'issues' : 'pulls' },
    original: url,
    links: [
      { rel: 'canonical', href: threadPath({ repo, number: number ?? 0, kind }) },
      { rel: 'up', href: `${repositoryPath(repo)}/${kind === 'issue' ? 'issues' : 'pulls'}` },
    ],
    main: html`${threadHead(page, frame, 'conversation')}${showTimeline(page, frame)}`,
    aside: threadAside(page, frame),
  };
}

function anchorOf(url: string): string {
  return url.slice(url.indexOf('#') + 1);
}
