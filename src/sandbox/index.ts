/**
 * The stand-in for the service: an HTTP server with state, rate limits and an invented world, which writes archives with
 * its own code. It shares no parser with the client, so that it can test it.
 */

export type { ExportedArchive } from './archive/write-archive.ts';
export { writeSampleArchive } from './archive/write-sample-archive.ts';
export type { Scenario } from './scenario/scenario.ts';
export { readScenario } from './scenario/scenario.ts';
export { PLANS, type Plan } from './server/api/limits.table.ts';
export { FAULT_KINDS, type Fault, parseFault } from './server/faults/fault.ts';
export type { ArchiveWriter } from './server/migrations/archive-builds.ts';
export {
  DEFAULT_SEED,
  type ExportReport,
  type Sandbox,
  type SandboxOptions,
  type SandboxReady,
  type ServedRequest,
} from './server/sandbox-options.ts';
export { startSandbox } from './server/start-sandbox.ts';
export { createWorld } from './world/create-world.ts';
export type { Person, Repository, World } from './world/world.ts';
