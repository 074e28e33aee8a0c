import { onTestFinished } from 'vitest';
import { createDrivenClock, type DrivenClock } from '../../../../src/base/clock.ts';
import type { Client } from '../../../../src/client/create-client.ts';
import { DIALECTS, type DialectName } from '../../../../src/model/dialects.table.ts';
import { parseFault } from '../../../../src/sandbox/fault.ts';
import type { Sandbox, SandboxOptions, ServedRequest } from '../../../../src/sandbox/sandbox-options.ts';
import { startSandbox } from '../../../../src/sandbox/start-sandbox.ts';
import { createTestClient, START_MS } from '../../../client/support/test-client.ts';
import { IS_LONG } from '../../../house/long-run.ts';

export type TokenName = keyof Sandbox['ready']['tokens'];

/** A sandbox, and clients of it for its tokens, on one clock whose sleeps cost nothing. */
export interface ClientStage {
  readonly sandbox: Sandbox;
  readonly clock: DrivenClock;
  readonly requests: readonly ServedRequest[];
  clientOf(token: TokenName): Client;
}

/** A short run takes the one that is the specification to the letter; both make the same claims. */
export const DIALECT_NAMES: readonly DialectName[] = IS_LONG ? ['service', 'github'] : ['service'];

/** Opens a stage that ends with the test; faults are spelled as on the command line of the sandbox. */
export async function openClientStage(
  dialect: DialectName,
  {
    faults = [],
    ...options
  }: Omit<Partial<SandboxOptions>, 'faults'> & { readonly faults?: readonly string[] } = {},
): Promise<ClientStage> {
  const clock = createDrivenClock(START_MS, { skipSleeps: true });
  const requests: ServedRequest[] = [];
  const sandbox = await startSandbox({
    dialect,
    seed: 'client conformance',
    repositories: 4,
    issues: 40,
    clock,
    onRequest: (request) => requests.push(request),
    faults: faults.map(parseFault),
    ...options,
  });
  onTestFinished(() => sandbox.close());
  return {
    sandbox,
    clock,
    requests,
    clientOf: (token) =>
      createTestClient(new URL(sandbox.ready.base_url), {
        clock,
        dialect: DIALECTS[dialect],
        token: sandbox.ready.tokens[token],
      }),
  };
}
