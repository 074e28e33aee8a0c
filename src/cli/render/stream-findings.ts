import type { Finding } from '../../model/index.ts';
import type { Context } from '../context.ts';
import { jsonLine } from '../json-names.ts';
import { cellText } from './cell-text.ts';

/** Makes a listener that writes each finding at once: a line for people, an event for programs. */
export function streamFindings(context: Context, isJson: boolean): (finding: Finding) => void {
  return (finding) => {
    const line = isJson
      ? jsonLine({ messageType: 'finding', ...finding })
      : `${finding.severity}  ${finding.code}: ${cellText(finding.message)}\n`;
    context.stdout.write(line);
  };
}
