import { satchelVersion } from '../../base/own-package.ts';
import { FINDINGS } from '../../model/findings.table.ts';
import type { Finding, FindingTally } from '../../model/findings.ts';

const LEVELS = { error: 'error', warning: 'warning', info: 'note' } as const;

/** Converts findings to a SARIF log (OASIS SARIF 2.1.0), for tools that display the results of checks. */
export function toSarif(archive: string, tallies: readonly FindingTally[]): object {
  const rules = Object.entries(FINDINGS).map(([id, { severity, summary }]) => ({
    id,
    shortDescription: { text: summary },
    defaultConfiguration: { level: LEVELS[severity] },
  }));
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'satchel', version: satchelVersion(), rules } },
        artifacts: [{ location: { uri: encodeURI(archive) } }],
        results: tallies.flatMap(({ examples }) => examples.map((finding) => toResult(archive, finding))),
        properties: { counts: Object.fromEntries(tallies.map(({ code, count }) => [code, count])) },
      },
    ],
  };
}

function toResult(archive: string, finding: Finding): object {
  const { code, severity, message, entryName, recordIndex, url, pointer } = finding;
  const path = [entryName, recordIndex, pointer?.slice(1)].filter((part) => part !== undefined).join('/');
  const place = path === '' ? {} : { logicalLocations: [{ fullyQualifiedName: path }] };
  return {
    ruleId: code,
    level: LEVELS[severity],
    message: { text: message },
    locations: [{ physicalLocation: { artifactLocation: { uri: encodeURI(archive) } }, ...place }],
    ...(url === undefined ? {} : { partialFingerprints: { recordUrl: url } }),
  };
}
