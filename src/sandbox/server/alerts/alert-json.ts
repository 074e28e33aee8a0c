import type { JsonObject } from '../../../base/json.ts';
import { jsonFields } from '../../json-fields.ts';
import type { Advisory, Alert, CvssScore } from '../../world/alerts/create-alerts.ts';
import { accountJson, hasSpecifiedShapes, type JsonContext } from '../json/account-json.ts';

/**
 * An alert without its repository (specification 2.4); the github dialect adds fields of the real service. The response
 * to an update omits `epss`.
 */
export function alertJson(alert: Alert, context: JsonContext, hasEpss = true): JsonObject {
  const { advisory, dismissal, repository, number } = alert;
  const path = `${repository}/${context.dialect.alertTool}/alerts/${number}`;
  const isGithub = context.dialect.name === 'github';
  return {
    ...jsonFields(alert, 'number', 'state', 'createdAt', 'updatedAt', 'fixedAt'),
    dependency: {
      package: packageJson(advisory),
      ...jsonFields(alert, 'manifestPath', 'scope'),
      ...(isGithub ? { relationship: alert.relationship } : {}),
    },
    security_advisory: advisoryJson(advisory, context, hasEpss),
    security_vulnerability: vulnerabilityJson(advisory),
    url: `${context.baseUrl}/repos/${path}`,
    html_url: `${context.world.webUrl}/${repository}/security/${context.dialect.alertTool}/${number}`,
    dismissed_at: dismissal?.at ?? null,
    dismissed_by: dismissal === null ? null : accountJson(dismissal.login, context),
    dismissed_reason: dismissal?.reason ?? null,
    dismissed_comment: dismissal?.comment ?? null,
    ...(isGithub ? { auto_dismissed_at: alert.autoDismissedAt } : {}),
    assignees: alert.assignees.map((login) => accountJson(login, context)),
  };
}

function advisoryJson(advisory: Advisory, context: JsonContext, hasEpss: boolean): JsonObject {
  const { webUrl } = context.world;
  const { percentage, percentile } = advisory.epss;
  return {
    ghsa_id: advisory.id,
    ...jsonFields(advisory, 'cveId', 'summary', 'description', 'severity', 'publishedAt', 'updatedAt'),
    ...(context.dialect.name === 'github' ? { classification: advisory.classification } : {}),
    vulnerabilities: [vulnerabilityJson(advisory)],
    // The newest version of the real service only has `cvss_severities` (breaking changes of 2026-03-10).
    ...(hasSpecifiedShapes(context) ? { cvss: cvssJson(advisory.cvss3) } : {}),
    cvss_severities: { cvss_v3: cvssJson(advisory.cvss3), cvss_v4: cvssJson(advisory.cvss4) },
    // The percentile is a string (specification 2.4), in the notation of the real service's examples.
    ...(hasEpss ? { epss: { percentage, percentile: `${percentile.toFixed(5)}e0` } } : {}),
    cwes: [{ cwe_id: advisory.cwe.id, name: advisory.cwe.name }],
    identifiers: [
      { type: 'GHSA', value: advisory.id },
      { type: 'CVE', value: advisory.cveId },
    ],
    references: [{ url: `${webUrl}/advisories/${advisory.id}` }],
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
