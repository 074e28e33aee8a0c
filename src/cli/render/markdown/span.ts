import type { Style } from '../painter.ts';

/** A piece of a line in one style. */
export interface Span {
  readonly text: string;
  readonly styles: readonly Style[];
  /** Never broken, whatever its length: an address. */
  readonly isWhole?: true;
}
