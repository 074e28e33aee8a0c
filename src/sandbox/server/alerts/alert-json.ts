import type { JsonObject } from '../../../base/index.ts';
import type { Advisory, Alert, CvssScore } from '../../world/alerts/alert.ts';
import { accountJson, isStandardVersion, type JsonContext } from '../json/account-json.ts';

/**
 * An alert without its repository (specification 2.4); the github dialect adds fields of the real service. The response
 * to an update omits `epss`.
 */
export function alertJson(alert: Alert, context: JsonContext, hasEpss = true): JsonObject {
  const { advisory, dismissal, repository, number } = alert;
  const path = `${repository}/${context.dialect.alertTool}/alerts/${number}`;
  const isGithub = context.dialect.name === 'github';
  return {
    number,
    state: alert.state,
    dependency: {
      package: packageJson(advisory),
      manifest_path: alert.manifestPath,
      scope: alert.scope,
      ...(isGithub ? { relationship: alert.relationship } : {}),
    },
    security_advisory: advisoryJson(advisory, context, hasEpss),
    security_vulnerability: vulnerabilityJson(advisory),
    url: `${context.baseUrl}/repos/${path}`,
    html_url: `${context.world.webUrl}/${repository}/security/${context.dialect.alertTool}/${number}`,
    created_at: alert.createdAt,
    updated_at: alert.updatedAt,
    dismissed_at: dismissal?.at ?? null,
    dismissed_by: dismissal === null ? null : accountJson(dismissal.login, context),
    dismissed_reason: dismissal?.reason ?? null,
    dismissed_comment: dismissal?.comment ?? null,
    fixed_at: alert.fixedAt,
    ...(isGithub ? { auto_dismissed_at: alert.autoDismissedAt } : {}),
    assignees: alert.assignees.map((login) => accountJson(login, context)),
  };
}

function advisoryJson(advisory: Advisory, context: JsonContext, hasEpss: boolean): JsonObject {
  const { webUrl } = context.world;
  return {
    ghsa_id: advisory.id,
    cve_id: advisory.cveId,
    summary: advisory.summary,
    description: advisory.description,
    ...(context.dialect.name === 'github' ? { classification: advisory.classification } : {}),
    vulnerabilities: [vulnerabilityJson(advisory)],
    severity: advisory.severity,
    // The newest version only has `cvss_severities` (breaking changes of 2026-03-10).
    ...(isStandardVersion(context) ? { cvss: cvssJson(advisory.cvss3) } : {}),
    cvss_severities: { cvss_v3: cvssJson(advisory.cvss3), cvss_v4: cvssJson(advisory.cvss4) },
    ...(hasEpss ? { epss: epssJson(advisory) } : {}),
    cwes: [{ cwe_id: advisory.cwe.id, name: advisory.cwe.name }],
    identifiers: [
      { type: 'GHSA', value: advisory.id },
      { type: 'CVE', value: advisory.cveId },
    ],
    references: [{ url: `${webUrl}/advisories/${advisory.id}` }],
    published_at: advisory.publishedAt,
    updated_at: advisory.updatedAt,
    withdrawn_at: null,
  };
}

function vulnerabilityJson(advisory: Advisory): JsonObject {
  const { firstPatchedVersion } = advisory;
  return {
    package: packageJson(advisory),
    severity: advisory.severity,
    vulnerable_version_range: advisory.vulnerableRange,
    first_patched_version: firstPatchedVersion === null ? null : { identifier: firstPatchedVersion },
  };
}

function packageJson({ ecosystem, packageName }: Advisory): JsonObject {
  return { ecosystem, name: packageName };
}

function cvssJson({ vector, score }: CvssScore): JsonObject {
  return { vector_string: vector, score };
}

/** The percentile is a string (specification 2.4), in the notation of the real service's examples. */
function epssJson({ epss }: Advisory): JsonObject {
  return { percentage: epss.percentage, percentile: `${epss.percentile.toFixed(5)}e0` };
}
