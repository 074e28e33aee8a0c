import { isJsonObject, type JsonValue } from '../base/json.ts';

/** A score of the Common Vulnerability Scoring System, with what it follows from. */
export interface CvssScore {
  readonly score: number;
  readonly vector: string;
}

/** Versions of a package with a vulnerability. */
export interface AffectedPackage {
  readonly name: string;
  readonly ecosystem: string | null;
  readonly versions: string | null;
  readonly fixedIn: string | null;
}

/** What is said about an alert that no column has (specification 2.4). Lists are JSON arrays. */
export function factsOfAlert(json: string): Readonly<Record<string, string | number | null>> {
  const record: JsonValue = JSON.parse(json);
  const at = (...path: readonly string[]) => memberAt(record, path);
  const text = (...path: readonly string[]) => textOf(at(...path));
  const list = (...path: readonly string[]) => listOf(at(...path));
  return {
    html_url: text('html_url'),
    scope: text('dependency', 'scope'),
    relationship: text('dependency', 'relationship'),
    affected_versions: text('security_vulnerability', 'vulnerable_version_range'),
    dismissed_comment: text('dismissed_comment'),
    auto_dismissed_at: text('auto_dismissed_at'),
    assignees: JSON.stringify(list('assignees').flatMap((one) => memberText(one, 'login') ?? [])),
    description: text('security_advisory', 'description'),
    published_at: text('security_advisory', 'published_at'),
    advisory_updated_at: text('security_advisory', 'updated_at'),
    withdrawn_at: text('security_advisory', 'withdrawn_at'),
    cvss: JSON.stringify(scoresOf(at)),
    epss_percentage: numberOf(at('security_advisory', 'epss', 'percentage')),
    epss_percentile: numberOf(at('security_advisory', 'epss', 'percentile')),
    cwes: JSON.stringify(
      list('security_advisory', 'cwes').map((one) => [memberText(one, 'cwe_id'), memberText(one, 'name')]),
    ),
    identifiers: JSON.stringify(
      list('security_advisory', 'identifiers').flatMap((one) => memberText(one, 'value') ?? []),
    ),
    references: JSON.stringify(
      list('security_advisory', 'references').flatMap((one) => memberText(one, 'url') ?? []),
    ),
    packages: JSON.stringify(list('security_advisory', 'vulnerabilities').flatMap(packageOf)),
  };
}

/** The newest version of CVSS first. An advisory without a score has one of 0, without a vector. */
function scoresOf(at: (...path: readonly string[]) => JsonValue | undefined): readonly CvssScore[] {
  const scores = [['cvss_severities', 'cvss_v4'], ['cvss_severities', 'cvss_v3'], ['cvss']].flatMap(
    (path) => {
      const [score, vector] = [
        at('security_advisory', ...path, 'score'),
        at('security_advisory', ...path, 'vector_string'),
      ];
      return typeof score === 'number' && typeof vector === 'string' ? [{ score, vector }] : [];
    },
  );
  return scores.filter(({ vector }, index) => scores.findIndex((one) => one.vector === vector) === index);
}

function packageOf(value: JsonValue): readonly AffectedPackage[] {
  const name = memberText(value, 'package', 'name');
  return name === null
    ? []
    : [
        {
          name,
          ecosystem: memberText(value, 'package', 'ecosystem'),
          versions: memberText(value, 'vulnerable_version_range'),
          fixedIn: memberText(value, 'first_patched_version', 'identifier'),
        },
      ];
}

function memberText(value: JsonValue, ...path: readonly string[]): string | null {
  return textOf(memberAt(value, path));
}

function memberAt(value: JsonValue, path: readonly string[]): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>(
    (at, name) => (at !== undefined && isJsonObject(at) ? at[name] : undefined),
    value,
  );
}

function textOf(value: JsonValue | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

/** The specification has the percentile as a string. */
function numberOf(value: JsonValue | undefined): number | null {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}
