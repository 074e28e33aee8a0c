import { SERVICE_LIMITS } from '../model/index.ts';

/** Where alerts are listed. */
export type AlertPlaceType = 'enterprise' | 'organization' | 'repository';

interface AlertFilterRow {
  readonly says: string;
  /** The values it takes, by the service's reference; undefined where any text is one. */
  readonly values?: readonly string[];
  /** The form that a text must have where values cannot be listed. */
  readonly form?: RegExp;
  /** Whether several values may be joined by commas; the parameter itself is repeated where it `repeats`. */
  readonly joins?: 'commas' | 'repeats';
  /** The lists that know it, unless all do. */
  readonly places?: readonly AlertPlaceType[];
}

const SHARE = String.raw`(?:0(?:\.\d+)?|1(?:\.0+)?|\.\d+)`;

/**
 * Every query parameter of the alert lists by name (specification 4.2). Values are those of the service's reference;
 * `relationship` and `manifest` are its own.
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
  sort: { says: 'order of the list', values: ['created', 'updated', 'epss_percentage'] },
  direction: { says: 'direction of the order', values: ['asc', 'desc'] },
  before: { says: 'cursor: alerts before it' },
  after: { says: 'cursor: alerts after it' },
  per_page: {
    says: `alerts a page, at most ${SERVICE_LIMITS.pages.alerts.maxPerPage}`,
    form: /^(?:[1-9]\d?|100)$/,
  },
} as const satisfies Record<string, AlertFilterRow>;

export type AlertFilterName = keyof typeof ALERT_FILTERS;

/** Values by parameter. */
export type AlertFilters = Readonly<Partial<Record<AlertFilterName, readonly string[]>>>;
