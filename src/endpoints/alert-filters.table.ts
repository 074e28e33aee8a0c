import { SERVICE_LIMITS } from '../model/limits.table.ts';

/** What alerts are listed of. */
export type AlertPlaceType = 'enterprise' | 'organization' | 'repository';

export interface AlertFilterRow {
  readonly says: string;
  /** The allowed values, from the service's reference. */
  readonly values?: readonly string[];
  /** The required form of a value. Without `values` and `form`, any text is allowed. */
  readonly form?: RegExp;
  /** How several values are sent: joined by commas, or as repeated parameters. Default: only one value is allowed. */
  readonly joins?: 'commas' | 'repeats';
  /** The lists that support it; default: all. */
  readonly places?: readonly AlertPlaceType[];
}

const SHARE = String.raw`(?:0(?:\.\d+)?|1(?:\.0+)?|\.\d+)`;

/**
 * The query parameters of the alert lists (specification 4.2). The values, `relationship` and `manifest` are from the
 * service's reference.
 */
export const ALERT_FILTERS = {
  classification: { says: 'class of the advisory', values: ['malware', 'general'], joins: 'commas' },
  state: {
    says: 'state of the alert',
    values: ['auto_dismissed', 'dismissed', 'fixed', 'open'],
    joins: 'commas',
  },
  severity: { says: 'severity', values: ['low', 'medium', 'high', 'critical'], joins: 'commas' },
  ecosystem: {
    says: 'ecosystem of the package',
    values: ['composer', 'go', 'maven', 'npm', 'nuget', 'pip', 'pub', 'rubygems', 'rust'],
    joins: 'commas',
  },
  package: { says: 'name of the package', joins: 'commas' },
  manifest: { says: 'path of the manifest', joins: 'commas', places: ['repository'] },
  epss_percentage: {
    says: 'chance of exploitation from 0 to 1: n, >n, <n, >=n, <=n or n..n',
    form: new RegExp(`^(?:(?:>=|<=|>|<)?${SHARE}|${SHARE}\\.\\.${SHARE})$`),
  },
  has: { says: 'what the alert must have', values: ['patch', 'deployment'], joins: 'repeats' },
  assignee: { says: 'login of an assignee, * or none', joins: 'commas' },
  scope: { says: 'scope of the dependency', values: ['development', 'runtime'] },
  relationship: {
    says: 'relationship of the dependency',
    values: ['unknown', 'direct', 'transitive', 'inconclusive'],
    joins: 'commas',
  },
  artifact_registry_url: { says: 'address of a registry', joins: 'commas', places: ['organization'] },
  artifact_registry: {
    says: 'name of a registry',
    values: ['jfrog-artifactory'],
    joins: 'commas',
    places: ['organization'],
  },
  runtime_risk: {
    says: 'risk of the deployment',
    values: ['critical-resource', 'internet-exposed', 'sensitive-data', 'lateral-movement'],
    joins: 'commas',
    places: ['organization'],
  },
  sort: { says: 'sort order', values: ['created', 'updated', 'epss_percentage'] },
  direction: { says: 'direction of the order', values: ['asc', 'desc'] },
  before: { says: 'cursor: alerts before it' },
  after: { says: 'cursor: alerts after it' },
  per_page: {
    says: `alerts a page, at most ${SERVICE_LIMITS.pages.alerts.maxPerPage}`,
    form: /^(?:[1-9]\d?|100)$/,
  },
} as const satisfies Record<string, AlertFilterRow>;

/** The parameters of the service's lists of alerts. */
export type AlertFilterName =
  | 'classification'
  | 'state'
  | 'severity'
  | 'ecosystem'
  | 'package'
  | 'manifest'
  | 'epss_percentage'
  | 'has'
  | 'assignee'
  | 'scope'
  | 'relationship'
  | 'artifact_registry_url'
  | 'artifact_registry'
  | 'runtime_risk'
  | 'sort'
  | 'direction'
  | 'before'
  | 'after'
  | 'per_page';

/** Values by parameter. */
export type AlertFilters = Readonly<Partial<Record<AlertFilterName, readonly string[]>>>;
