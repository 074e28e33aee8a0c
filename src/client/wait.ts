/** A wait of the client, reported before it begins. */
export interface Wait {
  /** A clause without final period: `the service asks to wait`. */
  readonly reason: string;
  /** When it ends, in milliseconds since the Unix epoch on the client's clock. */
  readonly untilMs: number;
}

export type OnWait = (wait: Wait) => void;
