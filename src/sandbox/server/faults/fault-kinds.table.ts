interface FaultKind {
  /** Which requests it can befall. */
  readonly at: 'api' | 'both' | 'migration' | 'storage';
  readonly summary: string;
  /** What it takes, and what holds where it is not given. */
  readonly parameters: Readonly<Record<string, number | string>>;
}

/** What can go wrong on request. */
export const FAULT_KINDS = {
  answer: {
    at: 'both',
    summary: 'answers at once, and does nothing',
    parameters: { status: 500, body: '' },
  },
  lost_answer: {
    at: 'both',
    summary: 'does what was asked, and answers as if it had not',
    parameters: { status: 502, body: '' },
  },
  delay: { at: 'both', summary: 'answers late', parameters: { delay_ms: 1_000 } },
  reset: {
    at: 'both',
    summary: 'cuts the connection: before, in or after the body',
    parameters: { stage: 'before' },
  },
  wrong_length: {
    at: 'both',
    summary: 'announces more bytes than come, or with a negative number fewer',
    parameters: { bytes: 100 },
  },
  wrong_clock: {
    at: 'both',
    summary: 'tells another time than it is',
    parameters: { offset_seconds: -3_600 },
  },
  secondary_limit: {
    at: 'api',
    summary: 'says that a secondary limit is exceeded; without Retry-After where it is 0',
    parameters: { status: 403, retry_after: 0 },
  },
  primary_limit: {
    at: 'api',
    summary: 'says that nothing is left of the primary limit',
    parameters: { status: 403, reset_seconds: 60 },
  },
  duplicate_page: { at: 'api', summary: 'shows the page before once more', parameters: {} },
  foreign_link: {
    at: 'api',
    summary: 'leads to another origin in its Link header',
    parameters: { origin: 'http://elsewhere.example' },
  },
  moved: {
    at: 'api',
    summary: 'says that the address moved; to itself unless told where',
    parameters: { location: '', status: 301 },
  },
  stale_etag: {
    at: 'api',
    summary: 'says "not modified" to whoever brings a validator',
    parameters: {},
  },
  poll_interval: {
    at: 'api',
    summary: 'wants to be asked less often',
    parameters: { seconds: 300 },
  },
  truncated_archive: {
    at: 'storage',
    summary: 'has lost the end of the archive',
    parameters: { bytes: 100 },
  },
  corrupted_archive: {
    at: 'storage',
    summary: 'has a wrong byte in the archive',
    parameters: { offset: 100 },
  },
  ignored_range: { at: 'storage', summary: 'sends all where a part was asked for', parameters: {} },
  changed_object: {
    at: 'storage',
    summary: 'has another object there than before',
    parameters: {},
  },
  expired_link: { at: 'storage', summary: 'says that the link ran out', parameters: {} },
  failed_migration: {
    at: 'migration',
    summary: 'lets the next migration end as failed',
    parameters: {},
  },
  pending_migration: {
    at: 'migration',
    summary: 'lets the next migration stay pending',
    parameters: {},
  },
} as const satisfies Record<string, FaultKind>;

export type FaultKindName = keyof typeof FAULT_KINDS;
