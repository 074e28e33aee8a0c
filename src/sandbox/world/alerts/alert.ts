/** A vulnerability of a package. */
export interface Advisory {
  /** `GHSA-` and three groups of four. */
  readonly id: string;
  readonly cveId: string;
  readonly summary: string;
  readonly description: string;
  readonly classification: 'general' | 'malware';
  readonly severity: Severity;
  readonly ecosystem: string;
  readonly packageName: string;
  /** For instance `< 2.4.1`. */
  readonly vulnerableRange: string;
  readonly firstPatchedVersion: string | null;
  readonly cvss3: CvssScore;
  readonly cvss4: CvssScore;
  /** The probability of exploitation, and the share of advisories below it; both from 0 to 1. */
  readonly epss: { readonly percentage: number; readonly percentile: number };
  readonly cwe: { readonly id: string; readonly name: string };
  readonly publishedAt: string;
  readonly updatedAt: string;
}

export type Severity = 'critical' | 'high' | 'low' | 'medium';

/** A score of the Common Vulnerability Scoring System. */
export interface CvssScore {
  readonly vector: string;
  readonly score: number;
}

/** A vulnerable package in one repository. */
export interface Alert {
  /** Counted from 1 in each repository. */
  readonly number: number;
  /** `owner/name`. */
  readonly repository: string;
  readonly state: AlertState;
  readonly advisory: Advisory;
  readonly manifestPath: string;
  readonly scope: 'development' | 'runtime';
  readonly relationship: 'direct' | 'transitive';
  readonly deployment: Deployment | null;
  /** Logins. */
  readonly assignees: readonly string[];
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly dismissal: Dismissal | null;
  readonly autoDismissedAt: string | null;
  readonly fixedAt: string | null;
}

/** The states of specification 3, and `fixed` and `auto_dismissed` of the real service. */
export type AlertState = 'auto_dismissed' | 'dismissed' | 'fixed' | 'open';

/** The registry of an artifact with the vulnerable code, and its risks. */
export interface Deployment {
  readonly registry: string;
  readonly registryUrl: string;
  readonly risks: readonly string[];
}

interface Dismissal {
  readonly at: string;
  readonly login: string;
  readonly reason: DismissalReason;
  readonly comment: string | null;
}

/** The specification only shows `tolerable_risk`. */
export const DISMISSAL_REASONS = [
  'fix_started',
  'inaccurate',
  'no_bandwidth',
  'not_used',
  'tolerable_risk',
] as const;

export type DismissalReason = (typeof DISMISSAL_REASONS)[number];
