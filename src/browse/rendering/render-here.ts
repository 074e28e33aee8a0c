import { highlightLines } from '../code/highlight-code.ts';
import type { Links } from '../frame.ts';
import { createMarkdownEngine, type MarkdownEngine } from '../markdown/markdown-engine.ts';
import type { Render, RenderAnswers, RenderJob } from './render-jobs.ts';

/** Prepares rendering in the thread that calls it. */
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

/** Renders in this thread, for what answers nobody else meanwhile: a static site. */
export function renderHere(links: Links): Render {
  const rendering = createRendering(links);
  return async <Job extends RenderJob>(job: Job) => rendering(job) as RenderAnswers[Job['kind']]; // By its kind.
}
