import { createSeededRandom, invariant } from '../../base/index.ts';
import type { Advisory, Alert } from '../world/alerts/alert.ts';
import { createAdvisories } from '../world/alerts/create-advisories.ts';
import { findRepository } from '../world/find-in-world.ts';
import { fullNameOf } from '../world/repository/scene.ts';
import { DAY_MS, formatSeconds } from '../world/timestamps.ts';
import type { World } from '../world/world.ts';
import type { ScenarioAlert } from './scenario.ts';

/** The alerts of a scenario, numbered within their repositories; what it leaves out is invented. */
export function scenarioAlerts(alerts: readonly ScenarioAlert[], world: World): readonly Alert[] {
  const advisories = createAdvisories({
    random: createSeededRandom(`${world.seed}/scenario alerts`),
    nowMs: world.nowMs,
  });
  const counts = new Map<string, number>();
  return alerts.map((alert, index) => {
    const [owner = '', name = ''] = alert.repository.split('/');
    const repository = findRepository(world, owner, name);
    const advisory = advisories[index % advisories.length];
    invariant(repository !== undefined && advisory !== undefined, 'the names of the scenario were checked');
    const fullName = fullNameOf(repository);
    const number = (counts.get(fullName) ?? 0) + 1;
    counts.set(fullName, number);
    return createScenarioAlert(alert, { fullName, number, advisory: describe(advisory, alert), world });
  });
}

function describe(
  advisory: Advisory,
  { package: packageName = advisory.packageName, ...alert }: ScenarioAlert,
): Advisory {
  return {
    ...advisory,
    packageName,
    summary: alert.summary ?? advisory.summary.replaceAll(advisory.packageName, packageName),
    description: advisory.description.replaceAll(advisory.packageName, packageName),
    severity: alert.severity ?? advisory.severity,
    ecosystem: alert.ecosystem ?? advisory.ecosystem,
  };
}

interface Place {
  readonly fullName: string;
  readonly number: number;
  readonly advisory: Advisory;
  readonly world: World;
}

function createScenarioAlert(alert: ScenarioAlert, { fullName, number, advisory, world }: Place): Alert {
  const { state = 'open', assignees = [] } = alert;
  const createdAt = alert.created_at ?? formatSeconds(world.nowMs - 2 * DAY_MS);
  const closedAt = formatSeconds(Math.max(Date.parse(createdAt), world.nowMs - DAY_MS));
  return {
    number,
    repository: fullName,
    state,
    advisory,
    manifestPath: alert.manifest_path ?? 'package.json',
    scope: alert.scope ?? 'runtime',
    relationship: 'direct',
    deployment: null,
    assignees,
    createdAt,
    updatedAt: state === 'open' ? createdAt : closedAt,
    dismissal:
      state === 'dismissed'
        ? {
            at: closedAt,
            login: world.account.login,
            reason: alert.dismissed_reason ?? 'tolerable_risk',
            comment: alert.dismissed_comment ?? null,
          }
        : null,
    autoDismissedAt: state === 'auto_dismissed' ? closedAt : null,
    fixedAt: state === 'fixed' ? closedAt : null,
  };
}
