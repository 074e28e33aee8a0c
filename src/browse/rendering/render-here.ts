import { createContext, Script } from 'node:vm';
import { type CodePiece, highlightLines } from '../code/highlight-code.ts';
import type { Links } from '../frame.ts';
import { createMarkdownEngine, type MarkdownEngine } from '../markdown/markdown-engine.ts';
import type { MarkdownPlace } from '../markdown/resolve-address.ts';

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

/** The time limit of a text: no one waits for a page of a site, and a busy machine must not change it. */
const MAX_RENDER_MS = 10_000;

/** A text that is not longer takes long only if its code or formulas do. */
const MAX_QUICK_CHARS = 2_000;
const SLOW = /```|~~~|[$\t]| {4}/;

/**
 * Renders in the current thread, for the static site, which has no other requests to answer, and whose store may have
 * been moved since it was opened. Only a script has a time limit, so that a script calls the renderer, unless the text is
 * quick: a limit takes a thread, and ten times as long as most comments.
 */
export function renderHere(links: Links, maxRenderMs = MAX_RENDER_MS): Render {
  const rendering = createRendering(links);
  const script = new Script('render()');
  const context = createContext();
  return <Job extends RenderJob>(job: Job) => {
    type Answer = RenderAnswers[Job['kind']]; // By `job.kind`.
    if (job.kind === 'markdown' && job.text.length <= MAX_QUICK_CHARS && !SLOW.test(job.text)) {
      return rendering(job) as Answer;
    }
    context['render'] = () => rendering(job);
    try {
      return script.runInContext(context, { timeout: maxRenderMs }) as Answer;
    } catch (error) {
      if (isTimeout(error)) {
        return undefined;
      }
      throw error;
    }
  };
}

/** It is an error of the script's own realm, not an instance of `Error` here. */
function isTimeout(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  );
}

/** A rendering job: a text, or pieces of code. */
export type RenderJob =
  | {
      readonly kind: 'markdown';
      readonly text: string;
      readonly place: Omit<MarkdownPlace, 'links'>;
      readonly idPrefix: string;
    }
  | { readonly kind: 'highlight'; readonly pieces: readonly CodePiece[] };

export interface RenderAnswers {
  readonly markdown: string;
  readonly highlight: readonly (readonly string[] | undefined)[];
}

/** Renders a job, at once or later; undefined after the time limit. `page` identifies the page that asks; waiting pages take turns. */
export type Render = <Job extends RenderJob>(
  job: Job,
  page: object,
) => RenderAnswers[Job['kind']] | undefined | Promise<RenderAnswers[Job['kind']] | undefined>;
