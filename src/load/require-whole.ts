import type { VerifyReport } from '../archive/index.ts';
import { Failure } from '../base/index.ts';
import { firstError } from '../model/index.ts';

/** Refuses an archive whose container is damaged: `archive-damaged`. `name` is what sentences call it. */
export function requireWhole(name: string, { container, findings }: VerifyReport): void {
  if (container.isWhole) {
    return;
  }
  const reason = firstError(findings)?.message ?? 'it is incomplete';
  throw new Failure('archive-damaged', `Cannot load the archive "${name}": ${reason}`, {
    hint: 'Download it again if you can; "satchel load --salvage" loads what can be read of it',
    details: { findings: findings.map(({ code, count }) => ({ code, count })) },
  });
}
