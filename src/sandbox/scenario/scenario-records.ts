import { createSeededRandom, invariant, type JsonObject, type Random } from '../../base/index.ts';
import { DEFAULT_BUDGET, readBudgetBody } from '../server/budgets/read-budget-body.ts';
import type { Advisory, Alert } from '../world/alerts/alert.ts';
import { createAdvisories } from '../world/alerts/create-alerts.ts';
import type { Budget } from '../world/budgets/create-budgets.ts';
import { pickGuid } from '../world/chance.ts';
import { DAY_MS, formatSeconds } from '../world/timestamps.ts';
import { findRepository, fullNameOf, type World } from '../world/world.ts';
import { refuseScenario, type ScenarioAlert } from './scenario.ts';

/** The alerts of a scenario, numbered within their repositories; missing fields are invented. */
export function scenarioAlerts(alerts: readonly ScenarioAlert[], world: World): readonly Alert[] {
  const advisories = createAdvisories(createSeededRandom(`${world.seed}/scenario alerts`), world.nowMs);
  const counts = new Map<string, number>();
  return alerts.map((alert, index) => {
    const [owner = '', name = ''] = alert.repository.split('/');
    const repository = findRepository(world, owner, name);
    const advisory = advisories[index % advisories.length];
    invariant(repository !== undefined && advisory !== undefined, 'the names of the scenario were checked');
    const fullName = fullNameOf(repository);
    const number = (counts.get(fullName) ?? 0) + 1;
    counts.set(fullName, number);
    const identity = { number, repository: fullName, advisory: describe(advisory, alert) };
    return { ...identity, ...describeState(alert, world) };
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

function describeState(
  alert: ScenarioAlert,
  world: World,
): Omit<Alert, 'advisory' | 'number' | 'repository'> {
  const { state = 'open', assignees = [] } = alert;
  const createdAt = alert.created_at ?? formatSeconds(world.nowMs - 2 * DAY_MS);
  const closedAt = formatSeconds(Math.max(Date.parse(createdAt), world.nowMs - DAY_MS));
  return {
    state,
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

/** The budgets of a scenario. Fails with `usage` for one that the service would refuse. */
export function scenarioBudgets(
  bodies: readonly JsonObject[],
  world: World,
  random: Random,
): readonly Budget[] {
  return bodies.map((body, index) => {
    const draft = readBudgetBody(body, { world, before: DEFAULT_BUDGET, isNew: true });
    if ('status' in draft) {
      throw refuseScenario(
        `/budgets/${index} would be refused: ${draft.message} ${JSON.stringify(draft.errors ?? [])}`,
      );
    }
    const { id, consumed_amount: consumed } = body;
    return {
      ...draft,
      id: typeof id === 'string' ? id : pickGuid(random),
      consumed: typeof consumed === 'number' ? consumed : 0,
    };
  });
}
