/** Timeouts of a connection in real time: sockets do not use the client's clock. */
export interface Timeouts {
  readonly connectMs: number;
  /** From sending the request to the status line. */
  readonly headersMs: number;
  /** Between two bytes of a response. */
  readonly stallMs: number;
  /** A whole API request, until the last byte of its response. Not for downloads. */
  readonly wholeMs: number;
  /** A download that receives less than a kibibyte per second for this long counts as stalled. */
  readonly slowMs: number;
}

/** The service itself aborts a request after ten seconds; storage is slower to respond. */
export const DEFAULT_TIMEOUTS: Timeouts = {
  connectMs: 10_000,
  headersMs: 60_000,
  stallMs: 60_000,
  wholeMs: 300_000,
  slowMs: 60_000,
};
