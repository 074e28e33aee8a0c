import { invariant } from '../../base/failure.ts';
import { definedMembers, type JsonObject } from '../../base/json.ts';
import { createSeededRandom, type Random } from '../../base/random.ts';
import { DIALECTS } from '../../model/dialects.table.ts';
import { refuseScenario, type Scenario, type ScenarioAlert, type ScenarioRepository } from '../scenario.ts';
import type { TokenGrant } from '../server/api/caller.ts';
import { FULL_PERMISSIONS, FULL_SCOPES } from '../server/api/tokens.ts';
import { DEFAULT_BUDGET, readBudgetBody } from '../server/budgets/read-budget-body.ts';
import { type Advisory, type Alert, closeAlert, createAdvisories } from '../world/alerts/create-alerts.ts';
import type { Budget } from '../world/budgets/create-budgets.ts';
import { pickGuid } from '../world/random-picks.ts';
import { DAY_MS, formatSeconds } from '../world/timestamps.ts';
import { findPerson, findRepository, fullNameOf, type World } from '../world/world.ts';
import type { RepositoryOutline, WorldOutline } from '../world/world-outline.ts';

/** The outline of the world that a scenario describes. */
export function outlineOf({
  account,
  people,
  organization,
  enterprise,
  repositories,
}: Scenario): WorldOutline {
  const { members, billing_managers: billingManagers, ...about } = organization ?? {};
  return definedMembers({
    account,
    people,
    organization: definedMembers({
      ...about,
      billingManagers,
      members: members?.map(({ login, role = 'direct_member' as const }) => ({ login, role })),
    }),
    enterprise,
    repositories: repositories?.map(repositoryOutline),
  });
}

/** Fails with `usage` where a scenario names unknown people or repositories, or defines one twice. */
export function requireNames(scenario: Scenario, world: World): void {
  requireOnce(
    'logins',
    [world.account, ...world.people].map(({ login }) => login),
  );
  requireOnce('repositories', world.repositories.map(fullNameOf));
  const { organization = {}, tokens = [], alerts = [] } = scenario;
  const logins = [
    ...placed('/organization/members/*/login', organization.members, ({ login }) => login),
    ...placed('/organization/billing_managers/*', organization.billing_managers, (login) => login),
    ...placed('/tokens/*/login', tokens, ({ login = world.account.login }) => login),
    ...alerts.flatMap(({ assignees }, index) =>
      placed(`/alerts/${index}/assignees/*`, assignees, (login) => login),
    ),
  ];
  const stranger = logins.find(({ name }) => findPerson(world, name) === undefined);
  if (stranger !== undefined) {
    throw refuseScenario(`${stranger.place} names "${stranger.name}", who is not among the people`);
  }
  const missing = placed('/alerts/*/repository', alerts, ({ repository }) => repository).find(
    ({ name }) => findRepository(world, name) === undefined,
  );
  if (missing !== undefined) {
    throw refuseScenario(`${missing.place} names "${missing.name}", which is not among the repositories`);
  }
}

/** The names in a list, each with its JSON pointer, in which `*` becomes the index. */
function placed<Item>(pointer: string, items: readonly Item[] = [], nameOf: (item: Item) => string) {
  return items.map((item, index) => ({ name: nameOf(item), place: pointer.replace('*', String(index)) }));
}

/** The tokens of a scenario; by default they are classic, belong to the account and have all rights. */
export function grantsOfScenario({ tokens = [] }: Scenario, { account }: World): readonly TokenGrant[] {
  return tokens.map((token) => ({
    kind: 'classic',
    login: account.login,
    scopes: FULL_SCOPES,
    permissions: FULL_PERMISSIONS,
    ...token,
  }));
}

function repositoryOutline(repository: ScenarioRepository): RepositoryOutline {
  const { name, owner, description, topics } = repository;
  return definedMembers({
    name,
    description,
    topics,
    ownerType:
      owner === undefined ? undefined : owner === 'account' ? ('User' as const) : ('Organization' as const),
    isPrivate: repository.private,
    isArchived: repository.archived,
    isEmpty: repository.empty,
    hasWiki: repository.wiki,
    hasDiscussions: repository.discussions,
    isProtected: repository.protected,
    defaultBranch: repository.default_branch,
    threadCount: repository.empty === true ? 0 : repository.issues,
  });
}

function requireOnce(what: string, names: readonly string[]): void {
  const seen = new Set<string>();
  for (const name of names.map((each) => each.toLowerCase())) {
    if (seen.has(name)) {
      throw refuseScenario(`/ has two ${what} called "${name}"`);
    }
    seen.add(name);
  }
}

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
    const draft = readBudgetBody(body, {
      world,
      dialect: DIALECTS.service,
      before: DEFAULT_BUDGET,
      isNew: true,
    });
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
