import type { AlertJson } from '../../../endpoints/index.ts';
import type { RecordColumns } from '../../render/write-records.ts';

/** What people see of an alert in a list. */
export const ALERT_COLUMNS: RecordColumns<AlertJson> = {
  repo: (alert) => alert.repository?.full_name,
  number: (alert) => alert.number,
  state: (alert) => alert.state,
  severity: (alert) => alert.security_advisory?.severity,
  ecosystem: (alert) => alert.dependency?.package?.ecosystem,
  package: (alert) => alert.dependency?.package?.name,
  fixed_in: (alert) => alert.security_vulnerability?.first_patched_version?.identifier,
  created_at: (alert) => alert.created_at,
  summary: (alert) => alert.security_advisory?.summary,
};

/** What people see of a single alert. */
export const ALERT_FACTS: RecordColumns<AlertJson> = {
  ...ALERT_COLUMNS,
  vulnerable: (alert) => alert.security_vulnerability?.vulnerable_version_range,
  manifest: (alert) => alert.dependency?.manifest_path,
  scope: (alert) => alert.dependency?.scope,
  advisory: ({ security_advisory: advisory }) => joinKnown([advisory?.ghsa_id, advisory?.cve_id]),
  assignees: (alert) => joinKnown((alert.assignees ?? []).map((account) => account?.login)),
  dismissed: (alert) => describeDismissal(alert),
  fixed_at: (alert) => alert.fixed_at,
  address: (alert) => alert.html_url,
};

function describeDismissal(alert: AlertJson): string | null {
  const { dismissed_at: at, dismissed_by: by, dismissed_reason: reason, dismissed_comment: comment } = alert;
  return at === null || at === undefined ? null : joinKnown([at, by?.login, reason, comment]);
}

function joinKnown(parts: readonly (string | null | undefined)[]): string {
  return parts.filter((part) => part !== null && part !== undefined).join(', ');
}
