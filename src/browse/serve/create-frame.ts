import type { Frame } from '../frame.ts';
import type { Sources } from '../sources.ts';

/** Creates the rendering context of a page. */
export function createFrame({ store, clock, links, renderer }: Sources, url: URL): Frame {
  const page = {};
  return {
    nowMs: clock.now(),
    path: `${url.pathname}${url.search}`,
    links,
    markdown: (text, context) => renderer.markdown(text, { ...context, links, state: store.identity }, page),
    title: (text) => renderer.title(text === '' ? 'Untitled' : text),
    highlight: (pieces) => renderer.highlight(pieces, page),
  };
}
