/** What can be wrong with a package; the same for every repository that uses it. */
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
  /** `< 2.4.1`, in the grammar of version ranges. */
  readonly vulnerableRange: string;
  readonly firstPatchedVersion: string | null;
  readonly cvss3: CvssScore;
  readonly cvss4: CvssScore;
  /** Chance of being exploited, and the share of advisories below it; both from 0 to 1. */
  readonly epss: { readonly percentage: number; readonly percentile: number };
  readonly cwe: { readonly id: string; readonly name: string };
  readonly publishedAt: string;
  readonly updatedAt: string;
}

/** How grave an advisory is. */
export type Severity = 'critical' | 'high' | 'low' | 'medium';

/** A score by the Common Vulnerability Scoring System. */
export interface CvssScore {
  readonly vector: string;
  readonly score: number;
}

/** A vulnerable package in one repository. */
export interface Alert {
  /** Within its repository, from 1. */
  readonly number: number;
  /** `owner/name`. */
  readonly repository: string;
  readonly state: AlertState;
  readonly advisory: Advisory;
  readonly manifestPath: string;
  readonly scope: 'development' | 'runtime';
  readonly relationship: 'direct' | 'transitive';
  /** Where the vulnerable code is deployed, and what that means. */
  readonly deployment: Deployment | null;
  /** Logins. */
  readonly assignees: readonly string[];
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly dismissal: Dismissal | null;
  readonly autoDismissedAt: string | null;
  readonly fixedAt: string | null;
}

/** The state of an alert (specification 3, and the real service for the last two). */
export type AlertState = 'auto_dismissed' | 'dismissed' | 'fixed' | 'open';

/** Where an artifact with the vulnerable code lies and what it can reach. */
export interface Deployment {
  readonly registry: string;
  readonly registryUrl: string;
  readonly risks: readonly string[];
}

/** Who set an alert aside, and why. */
export interface Dismissal {
  readonly at: string;
  readonly login: string;
  readonly reason: DismissalReason;
  readonly comment: string | null;
}

/** Why an alert may be dismissed; `tolerable_risk` is the one that the specification shows. */
export const DISMISSAL_REASONS = [
  'fix_started',
  'inaccurate',
  'no_bandwidth',
  'not_used',
  'tolerable_risk',
] as const;

export type DismissalReason = (typeof DISMISSAL_REASONS)[number];
