/** Who must keep a row: the stand-in service, or what talks to the service. */
export type Side = 'sandbox' | 'client';

/** One statement of the specification, small enough to be proved by one request or one look. */
export interface Row {
  /** Stable: the section, then a path within it, as in `4.5/start/status/422`. */
  readonly id: string;
  readonly says: string;
  /** Nobody, where the specification says that it does not show something. */
  readonly concerns: readonly Side[];
}

export const BOTH: readonly Side[] = ['sandbox', 'client'];
export const SANDBOX: readonly Side[] = ['sandbox'];
export const CLIENT: readonly Side[] = ['client'];
export const NOBODY: readonly Side[] = [];
