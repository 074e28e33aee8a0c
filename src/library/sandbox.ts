/** The stand-in for the service, for tests and demonstrations. Imported as `satchel/sandbox`. */

export type { FaultKindName } from '../sandbox/fault.ts';
export { FAULT_KINDS } from '../sandbox/fault.ts';
export type { SandboxReady, ServedRequest } from '../sandbox/sandbox-options.ts';
export type {
  Caller,
  CallerName,
  IssuedTokenKind,
  PermissionGrants,
  TokenGrant,
} from '../sandbox/server/api/caller.ts';
export type { SandboxTokens } from '../sandbox/server/api/tokens.ts';
export type { FaultParameters, Sandbox, SandboxFault, SandboxOptions } from './calls/start-sandbox.ts';
export { startSandbox } from './calls/start-sandbox.ts';
