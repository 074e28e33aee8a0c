import { SERVICE_LIMITS } from './limits.table.ts';

interface InstallationSize {
  readonly repositories: number;
  /** Users of the organization; undefined for a personal account. */
  readonly users?: number;
  readonly isEnterprise?: boolean;
}

/** The requests per hour of an app installation (specification 8.1): the minimum, what its size adds, and the cap. */
export function installationRequestsPerHour({
  repositories,
  users = 0,
  isEnterprise,
}: InstallationSize): number {
  const { primary, installationGrowth } = SERVICE_LIMITS;
  if (isEnterprise === true) {
    return primary.enterpriseInstallation.requestsPerHour;
  }
  const { included, requestsPerRepository, requestsPerUser, maxRequestsPerHour } = installationGrowth;
  const grown =
    primary.installation.requestsPerHour +
    requestsPerRepository * Math.max(0, repositories - included) +
    requestsPerUser * Math.max(0, users - included);
  return Math.min(maxRequestsPerHour, grown);
}
