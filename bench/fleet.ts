/**
 * Simulates many workers that share the jobs of one vault in object storage, all of them due at the same moment: 10,000
 * repositories in 100 jobs, 20 tokens, 50 workers. Workers are those of the schedule, and locks those of vaults; the
 * service, the object storage and the time are simulated. Prints how long all of it takes next to the lower bounds that
 * the limits allow. Exits with 1 unless each job ran exactly once.
 *
 *     npm run build && node node_modules/typescript/bin/tsc -p bench && node compiled/bench/fleet.js [--seed 1]
 */

import { parseArgs } from 'node:util';
import { type Fleet, type FleetResult, runFleet } from './simulated-fleet.ts';

const { values: flags } = parseArgs({ options: { seed: { type: 'string', default: '1' } } });

const USUAL: Fleet = {
  seed: flags.seed,
  workers: 50,
  tokens: 20,
  users: 20,
  jobs: 100,
  repositoriesPerJob: 100,
  killed: 0,
  service: {
    exportBaseMs: 60_000,
    exportRepositoryMs: 3_000,
    requestMs: 150,
    downloadMs: 20_000,
    requestsPerHour: 5_000,
  },
  storageMs: 40,
  loadMs: 1_000,
  captureRequests: 0,
  requestsWhileLocked: 3,
};

const VARIANTS: readonly (readonly [name: string, fleet: Partial<Fleet>])[] = [
  ['as usual', {}],
  ['a store that takes 30 s', { loadMs: 30_000 }],
  ['alerts of each repository', { captureRequests: 100 }],
  ['the same, one user', { captureRequests: 100, users: 1 }],
  ['10 machines restarted', { killed: 10, restartMs: 60_000 }],
  ['10 machines lost', { killed: 10 }],
];

const line = (cells: readonly string[]) =>
  console.log(cells.map((cell, index) => (index === 0 ? cell.padEnd(27) : cell.padStart(13))).join(''));

line(['variant', 'requests', 'rate limit s', 'exports s', 'lock s', 'largest', 'total s', 'ratio']);
for (const [name, changes] of VARIANTS) {
  const fleet = { ...USUAL, ...changes };
  const result = await runFleet(fleet);
  const bounds = boundsOf(fleet, result);
  const [largest, boundMs] = Object.entries(bounds).reduce((one, other) => (other[1] > one[1] ? other : one));
  line([
    name,
    String(result.requests),
    ...Object.values(bounds).map(inSeconds),
    largest,
    inSeconds(result.totalMs),
    (result.totalMs / boundMs).toFixed(2),
  ]);
  for (const fault of result.faults) {
    console.log(`${name}: ${fault}`);
    process.exitCode = 1;
  }
  for (const [message, count] of result.troubles) {
    console.log(`${name}: ${count} times ${message}`);
  }
}

/** What no order of the runs can undercut. */
function boundsOf(
  { jobs, tokens, users, repositoriesPerJob, service, ...fleet }: Fleet,
  { requests }: FleetResult,
) {
  const { exportBaseMs, exportRepositoryMs, requestMs, downloadMs, requestsPerHour } = service;
  const exportMs =
    exportBaseMs + repositoriesPerJob * exportRepositoryMs + downloadMs + fleet.captureRequests * requestMs;
  const fullHours = Math.max(0, Math.ceil(requests / users / requestsPerHour) - 1);
  return {
    'rate limit': fullHours * 3_600_000,
    exports: Math.ceil(jobs / tokens) * exportMs,
    lock: jobs * (fleet.loadMs + fleet.requestsWhileLocked * requestMs),
  };
}

function inSeconds(ms: number): string {
  return (ms / 1_000).toFixed(0);
}
