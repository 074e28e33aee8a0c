import type { ExitName } from '../../base/index.ts';
import { FINDINGS, type FindingTally, worstSeverity } from '../../model/index.ts';
import { cellText } from './cell-text.ts';

/** How many findings of a code people see; programs get all that are listed. */
const SHOWN_EXAMPLES = 3;

const EXITS = { error: 'verification', warning: 'warnings', info: 'done' } as const satisfies Record<
  string,
  ExitName
>;

/** The exit of a command that read an archive: by the gravest finding. */
export function exitOfFindings(tallies: readonly FindingTally[]): ExitName {
  return EXITS[worstSeverity(tallies) ?? 'info'];
}

/** Findings for people, grouped by code, the gravest first; examples of mere remarks only where they are asked for. */
export function formatFindings(tallies: readonly FindingTally[], { showsRemarks = false } = {}): string {
  if (tallies.length === 0) {
    return 'Findings: none\n';
  }
  const order = Object.keys(EXITS);
  const sorted = [...tallies].sort((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity));
  const lines = sorted.flatMap(({ code, severity, count, examples }) => {
    const isShown = severity !== 'info' || showsRemarks;
    const shown = (isShown ? examples.slice(0, SHOWN_EXAMPLES) : []).map(
      (finding) => `    ${cellText(finding.message)}`,
    );
    const rest = isShown && count > shown.length ? [`    … and ${count - shown.length} more`] : [];
    return [`  ${severity}  ${code} (${count}): ${FINDINGS[code].summary}`, ...shown, ...rest];
  });
  return `${['Findings:', ...lines].join('\n')}\n`;
}
