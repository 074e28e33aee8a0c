import { createSeededRandom, invariant, type JsonObject, type Random } from '../../base/index.ts';
import { DEFAULT_BUDGET, readBudgetBody } from '../server/budgets/read-budget-body.ts';
import type { Advisory, Alert } from '../world/alerts/alert.ts';
import { closeAlert, createAdvisories } from '../world/alerts/create-alerts.ts';
import type { Budget } from '../world/budgets/create-budgets.ts';
import { pickGuid } from '../world/random-picks.ts';
import { DAY_MS, formatSeconds } from '../world/timestamps.ts';
import { findRepository, fullNameOf, type World } from '../world/world.ts';
import { refuseScenario, type ScenarioAlert } from './scenario.ts';

/** The alerts of a scenario, numbered within their repositories; missing fields are invented. */
export function scenarioAlerts(alerts: readonly ScenarioAlert[], world: World): readonly Alert[] {
  const advisories = createAdvisories(createSeededRandom(`${world.seed}/scenario alerts`), world.nowMs);
  const counts = new Map<string, number>();
  return alerts.map((alert, index) => {
    const repository = findRepository(world, alert.repository);
    const advisory = advisories[index % advisories.length];
    invariant(repository !== undefined && advisory !== undefined, 'the names of the scenario were checked');
    const fullName = fullNameOf(repository);
    const number = (counts.get(fullName) ?? 0) + 1;
    counts.set(fullName, number);
    return { number, repository: fullName, ...describeAlert(alert, advisory, world) };
  });
}

function describeAlert(
  alert: ScenarioAlert,
  advisory: Advisory,
  world: World,
): Omit<Alert, 'number' | 'repository'> {
  const { state = 'open', assignees = [], package: packageName = advisory.packageName } = alert;
  const rename = (text: string) => text.replaceAll(advisory.packageName, packageName);
  const createdAt = alert.created_at ?? formatSeconds(world.nowMs - 2 * DAY_MS);
  const closedAt = formatSeconds(Math.max(Date.parse(createdAt), world.nowMs - DAY_MS));
  return {
    advisory: {
      ...advisory,
      packageName,
      summary: alert.summary ?? rename(advisory.summary),
      description: rename(advisory.description),
      severity: alert.severity ?? advisory.severity,
      ecosystem: alert.ecosystem ?? advisory.ecosystem,
    },
    state,
    manifestPath: alert.manifest_path ?? 'package.json',
    scope: alert.scope ?? 'runtime',
    relationship: 'direct',
    deployment: null,
    assignees,
    createdAt,
    updatedAt: state === 'open' ? createdAt : closedAt,
    ...closeAlert(state, closedAt, () => ({
      login: world.account.login,
      reason: alert.dismissed_reason ?? 'tolerable_risk',
      comment: alert.dismissed_comment ?? null,
    })),
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
