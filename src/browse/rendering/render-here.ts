import { highlightLines } from '../code/highlight-code.ts';
import type { Links } from '../frame.ts';
import { createMarkdownEngine, type MarkdownEngine } from '../markdown/markdown-engine.ts';
import type { Render, RenderAnswers, RenderJob } from './render-jobs.ts';

/** Creates a renderer for the current thread. */
export function createRendering(links: Links): (job: RenderJob) => RenderAnswers[RenderJob['kind']] {
  let engine: MarkdownEngine | undefined;
  return (job) => {
    if (job.kind === 'highlight') {
      return job.pieces.map(({ code, language }) => highlightLines(code, language));
    }
    engine ??= createMarkdownEngine();
    return engine(job.text, { ...job.place, links }, job.idPrefix);
  };
}

/** Renders in the current thread, for the static site, which has no other requests to answer. */
export function renderHere(links: Links): Render {
  const rendering = createRendering(links);
  return async <Job extends RenderJob>(job: Job) => rendering(job) as RenderAnswers[Job['kind']]; // By `job.kind`.
}
