import { type FindingTally, firstError } from '../../model/index.ts';
import type { CommandContext } from '../context.ts';
import { cellText } from './cell-text.ts';
import { exitOfFindings } from './format-findings.ts';

/** Sets the exit status by the gravest finding, and says in one sentence on stderr why an archive is not to be trusted. */
export function endByFindings(
  path: string,
  findings: readonly FindingTally[],
  context: CommandContext,
): void {
  const exit = exitOfFindings(findings);
  if (exit === 'verification') {
    const reason = firstError(findings)?.message ?? 'it is incomplete';
    context.stderr.write(`satchel: The archive "${path}" is incomplete or damaged: ${cellText(reason)}.\n`);
  }
  context.endWith(exit);
}
