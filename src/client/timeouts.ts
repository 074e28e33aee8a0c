/** How long a connection may take over its steps, in real time: these run on the socket, not on the clock. */
export interface Timeouts {
  readonly connectMs: number;
  /** From the request sent to the first line of the answer. */
  readonly headersMs: number;
  /** Without a single byte in the middle of an answer; a slow answer never runs into it. */
  readonly stallMs: number;
  /** One request of the API as a whole, from its first byte to the last one of the answer. Downloads have none. */
  readonly wholeMs: number;
  /** A download that brings less than a kibibyte a second over this long has stalled. */
  readonly slowMs: number;
}

/** The service itself gives up on a request after ten seconds; storage is slower to begin. */
export const DEFAULT_TIMEOUTS: Timeouts = {
  connectMs: 10_000,
  headersMs: 60_000,
  stallMs: 60_000,
  wholeMs: 300_000,
  slowMs: 60_000,
};
