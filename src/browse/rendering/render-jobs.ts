import type { CodePiece } from '../code/highlight-code.ts';
import type { MarkdownPlace } from '../markdown/resolve-address.ts';

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

/** Renders a job; undefined after the time limit. `page` identifies the page that asks; waiting pages take turns. */
export type Render = <Job extends RenderJob>(
  job: Job,
  page: object,
) => Promise<RenderAnswers[Job['kind']] | undefined>;
