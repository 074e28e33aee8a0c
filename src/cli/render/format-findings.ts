import { uncapitalized } from '../../base/text-ends.ts';
import { FINDINGS } from '../../model/findings.table.ts';
import {
  exitOfFindings,
  type Finding,
  type FindingTally,
  firstError,
  SEVERITIES,
} from '../../model/findings.ts';
import type { CommandContext, Context } from '../context.ts';
import { jsonLine } from '../output/json-names.ts';
import { cellText } from './cell-text.ts';

/** Findings shown to people for each code; the JSON output has all that are listed. */
const SHOWN_EXAMPLES = 3;

/** Formats findings for people, grouped by code, the most severe first; examples of remarks are optional. */
export function formatFindings(tallies: readonly FindingTally[], { showsRemarks = false } = {}): string {
  if (tallies.length === 0) {
    return 'Findings: none\n';
  }
  const sorted = SEVERITIES.flatMap((severity) => tallies.filter((tally) => tally.severity === severity));
  const lines = sorted.flatMap(({ code, severity, count, examples }) => {
    const { summary } = FINDINGS[code];
    const isRepetition = count === 1 && uncapitalized(examples[0]?.message ?? '') === summary;
    const isShown = (severity !== 'info' || showsRemarks) && !isRepetition;
    const shown = (isShown ? examples.slice(0, SHOWN_EXAMPLES) : []).map(
      (finding) => `    ${cellText(finding.message)}`,
    );
    const rest = isShown && count > shown.length ? [`    … and ${count - shown.length} more`] : [];
    return [`  ${severity}  ${code} (${count}): ${summary}`, ...shown, ...rest];
  });
  return `${['Findings:', ...lines].join('\n')}\n`;
}

/** Sets the exit status for the most severe finding, and explains on stderr why an archive cannot be trusted. */
export function endByFindings(
  path: string,
  findings: readonly FindingTally[],
  context: CommandContext,
): void {
  const exit = exitOfFindings(findings);
  if (exit === 'verification') {
    const reason = firstError(findings)?.message ?? 'it is incomplete';
    context.stderr.write(
      `satchel: "${path}" is incomplete or damaged: ${cellText(uncapitalized(reason))}.\n`,
    );
  }
  context.endWith(exit);
}

/** Creates a listener that writes each finding immediately: a line for people, an event for programs. */
export function streamFindings(context: Context, isJson: boolean): (finding: Finding) => void {
  return (finding) => {
    const line = isJson
      ? jsonLine({ messageType: 'finding', ...finding })
      : `${finding.severity}  ${finding.code}: ${cellText(finding.message)}\n`;
    context.stdout.write(line);
  };
}
