import type { CodePiece } from '../code/highlight-code.ts';
import type { MarkdownPlace } from '../markdown/resolve-address.ts';

/** What is rendered: a text, or the lines of pieces of code. */
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

/** Renders; gives undefined where it takes too long. `page` stands for who asks: those who wait take turns. */
export type Render = <Job extends RenderJob>(
  job: Job,
  page: object,
) => Promise<RenderAnswers[Job['kind']] | undefined>;
