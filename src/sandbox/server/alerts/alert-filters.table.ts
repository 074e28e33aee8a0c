import type { Alert } from '../../world/alerts/alert.ts';
import { readEpssRange } from './epss-range.ts';

/** One query parameter that narrows a list of alerts. */
export interface AlertFilter {
  readonly name: string;
  /** The values it takes; undefined where any text is one. The specification does not show them. */
  readonly values?: readonly string[];
  /** True for filters of an organization's list only. */
  readonly isForOrganizations?: boolean;
  /** True when the alert has one of the values. */
  readonly matches: (alert: Alert, wanted: readonly string[]) => boolean;
}

/** The filters of specification 4.2; `relationship` and `manifest` are the real service's. */
export const ALERT_FILTERS: readonly AlertFilter[] = [
  {
    name: 'classification',
    values: ['general', 'malware'],
    matches: ({ advisory }, wanted) => wanted.includes(advisory.classification),
  },
  {
    name: 'state',
    values: ['auto_dismissed', 'dismissed', 'fixed', 'open'],
    matches: ({ state }, wanted) => wanted.includes(state),
  },
  {
    name: 'severity',
    values: ['low', 'medium', 'high', 'critical'],
    matches: ({ advisory }, wanted) => wanted.includes(advisory.severity),
  },
  {
    name: 'ecosystem',
    values: ['composer', 'go', 'maven', 'npm', 'nuget', 'pip', 'pub', 'rubygems', 'rust'],
    matches: ({ advisory }, wanted) => wanted.includes(advisory.ecosystem),
  },
  { name: 'package', matches: ({ advisory }, wanted) => wanted.includes(advisory.packageName) },
  { name: 'manifest', matches: ({ manifestPath }, wanted) => wanted.includes(manifestPath) },
  {
    name: 'epss_percentage',
    matches: ({ advisory }, wanted) =>
      wanted.every((text) => readEpssRange(text)?.(advisory.epss.percentage) === true),
  },
  {
    name: 'has',
    values: ['patch', 'deployment'],
    matches: ({ advisory, deployment }, wanted) =>
      (!wanted.includes('patch') || advisory.firstPatchedVersion !== null) &&
      (!wanted.includes('deployment') || deployment !== null),
  },
  {
    name: 'assignee',
    matches: ({ assignees }, wanted) =>
      wanted.some((login) =>
        login === '*'
          ? assignees.length > 0
          : login === 'none'
            ? assignees.length === 0
            : assignees.some((assignee) => assignee.toLowerCase() === login.toLowerCase()),
      ),
  },
  {
    name: 'scope',
    values: ['development', 'runtime'],
    matches: ({ scope }, wanted) => wanted.includes(scope),
  },
  {
    name: 'relationship',
    values: ['unknown', 'direct', 'transitive', 'inconclusive'],
    matches: ({ relationship }, wanted) => wanted.includes(relationship),
  },
  {
    name: 'artifact_registry_url',
    isForOrganizations: true,
    matches: ({ deployment }, wanted) => deployment !== null && wanted.includes(deployment.registryUrl),
  },
  {
    name: 'artifact_registry',
    values: ['jfrog-artifactory'],
    isForOrganizations: true,
    matches: ({ deployment }, wanted) => deployment !== null && wanted.includes(deployment.registry),
  },
  {
    name: 'runtime_risk',
    values: ['critical-resource', 'internet-exposed', 'sensitive-data', 'lateral-movement'],
    isForOrganizations: true,
    matches: ({ deployment }, wanted) => deployment?.risks.some((risk) => wanted.includes(risk)) === true,
  },
];
