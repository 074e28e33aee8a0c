/** Secondary limits (specification 8.2). */
export const SECONDARY_LIMITS = {
  concurrentRequests: 100,
  pointsPerMinute: 900,
  /** Of CPU time in a minute. */
  cpuMsPerMinute: 90_000,
  contentPerMinute: 80,
  contentPerHour: 500,
  tokenRequestsPerHour: 2_000,
} as const;

/** What a request costs (specification 8.2): points as documented; the CPU time is invented, the service's is unknown. */
export const REQUEST_COSTS = {
  reading: { points: 1, cpuMs: 25 },
  writing: { points: 5, cpuMs: 100 },
} as const;
