import { expect, it } from 'vitest';
import { Machine, type Outcome } from './run-program.ts';
import { SecondService } from './second-service.ts';
import { NASTY, SECRETS } from './shapes.ts';

/** A peculiarity of the service, and the expected result for the user. */
export interface Case {
  readonly prepare?: (service: SecondService, machine: Machine) => void;
  /** The arguments; by default, those of a backup. */
  readonly args?: readonly string[];
  /** The exit status from README's table; 0 by default. */
  readonly status?: number;
  readonly check?: (seen: Seen) => void | Promise<void>;
}

interface Seen extends Outcome {
  readonly service: SecondService;
  readonly machine: Machine;
}

/** Cases by what is peculiar about the service. */
export type Cases = Readonly<Record<string, Case>>;

export function judgeAll(cases: Cases): void {
  it.each(Object.entries(cases))('%s', async (_, facts) => await judgeCase(facts));
}

/** Runs the packed program with the service, and checks what must be true of every run. */
async function judgeCase({ prepare, args = [], status = 0, check }: Case): Promise<void> {
  const service = await new SecondService().start();
  const machine = new Machine(service.baseUrl);
  try {
    prepare?.(service, machine);
    const isOther = args[0] !== undefined && !args[0].startsWith('-');
    const outcome = await (isOther ? machine.run(...args) : machine.backup(...args));
    expect(outcome, outcome.stderr + outcome.stdout).toMatchObject({ status });
    expectNoLeak(outcome, machine);
    await check?.({ ...outcome, service, machine });
    expectNoLeak(outcome, machine);
    expectOwnOrigin(service);
  } finally {
    await service.close();
  }
}

/** Expects that output and files contain no secrets, and that the output has no control characters. */
function expectNoLeak({ stdout, stderr }: Outcome, machine: Machine): void {
  const shown = stdout + stderr;
  expect(shown).not.toMatch(/[^\P{Cc}\n\t]|\p{Cf}/u);
  expect(shown).not.toContain('Unexpected failure');
  const secrets = Object.entries(SECRETS).map(([name, text]) => [name, Buffer.from(text)] as const);
  for (const [place, bytes] of [...machine.files(), ['stdout and stderr', Buffer.from(shown)] as const]) {
    for (const [name, secret] of secrets) {
      expect(bytes.includes(secret), `${place} holds the ${name}`).toBe(false);
    }
    expect(/\.db$/.test(place) || !bytes.includes(NASTY), `${place} holds control characters`).toBe(true);
  }
}

/** Expects that the token was sent only to the service, and that cookies were never sent back. */
function expectOwnOrigin({ asked, storage }: SecondService): void {
  for (const { headers } of storage.asked) {
    expect(JSON.stringify(headers)).not.toContain(SECRETS.token);
  }
  for (const { headers } of [...asked, ...storage.asked]) {
    expect(headers.cookie).toBeUndefined();
  }
}
