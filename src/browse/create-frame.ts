import { createLinks } from './create-links.ts';
import type { Frame } from './frame.ts';
import type { Sources } from './sources.ts';

/** Makes what the pages of one answer are shown with. */
export function createFrame({ store, clock, markdown }: Sources, url: URL): Frame {
  const links = createLinks(store);
  return {
    nowMs: clock.now(),
    path: `${url.pathname}${url.search}`,
    links,
    markdown: (text, context) => markdown.render(text, { ...context, links, state: store.identity }),
  };
}
