import type { Answering } from './page.ts';
import type { TwinFormat } from './twins/twin-formats.ts';

/** One kind of page. */
export interface PageRow {
  readonly name: string;
  /** `:name` is one segment, `:name(\\d+)` one of this form, `*name` all that follows, slashes too. */
  readonly path: string;
  /** What it is, for the documentation of the data twins. */
  readonly summary: string;
  /** The data twins that it has. */
  readonly twins?: readonly TwinFormat[];
  /** Loads the page's module when it is asked for the first time. */
  readonly load: () => Promise<Answering>;
}
