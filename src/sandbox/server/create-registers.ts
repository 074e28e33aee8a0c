import { createSeededRandom } from '../../base/index.ts';
import { scenarioAlerts } from '../scenario/scenario-alerts.ts';
import { scenarioBudgets } from '../scenario/scenario-budgets.ts';
import type { SettledOptions } from '../state/recipe.ts';
import type { Keeper } from '../state/state-file.ts';
import type { Alert } from '../world/alerts/alert.ts';
import { createAlerts } from '../world/alerts/create-alerts.ts';
import type { Budget } from '../world/budgets/budget.ts';
import { createBudgets } from '../world/budgets/create-budgets.ts';
import type { Life } from '../world/life/create-life.ts';
import { createNotifications } from '../world/notifications/create-notifications.ts';
import type { Repository, World } from '../world/world.ts';
import { createAlertRegister } from './alerts/alert-register.ts';
import { hasAccess } from './api/sight.ts';
import { createBudgetRegister } from './budgets/budget-register.ts';
import { createInbox, type Inbox } from './notifications/inbox.ts';
import { beginInbox, type KeptInbox, keepInbox, restoreInbox } from './notifications/inbox-state.ts';
import type { ServiceCore } from './service.ts';

type Registers = Pick<ServiceCore, 'activity' | 'alerts' | 'budgets' | 'inboxOf'>;

/** What the service keeps besides migrations. What takes long to gather is gathered when it is asked for. */
export function createRegisters(life: Life, options: SettledOptions, keeper: Keeper): Registers {
  const { origin } = life;
  const firstAlerts = inventAlerts(origin, options);
  const alerts = createAlertRegister(firstAlerts, (changed) => keeper.write('alerts', changed));
  for (const alert of keeper.read<readonly Alert[]>('alerts') ?? []) {
    alerts.replace(alert);
  }
  const inboxes = new Map<string, Inbox>();
  const openInbox = (login: string) => {
    const document = `inbox ${login}`;
    const watches = (repository: Repository) => hasAccess(login, repository, origin);
    const kept = keeper.read<KeptInbox>(document);
    const repositories = new Map(origin.repositories.map((repository) => [repository.id, repository]));
    return createInbox(
      kept === undefined
        ? beginInbox(createNotifications({ world: origin, login, alerts: firstAlerts, watches }))
        : restoreInbox(kept, repositories),
      {
        clock: options.clock,
        login,
        watches,
        notices: life.notices,
        onChange: (inbox) => keeper.write(document, keepInbox(inbox)),
      },
    );
  };
  return {
    alerts,
    budgets: openBudgets(origin, options, keeper),
    activity: life.activity,
    inboxOf(login) {
      const inbox = inboxes.get(login) ?? openInbox(login);
      inboxes.set(login, inbox);
      return inbox;
    },
  };
}

function inventAlerts(origin: World, { scenario = {} }: SettledOptions): readonly Alert[] {
  return scenario.alerts === undefined ? createAlerts(origin) : scenarioAlerts(scenario.alerts, origin);
}

function openBudgets(origin: World, { seed, scenario = {}, restarts }: SettledOptions, keeper: Keeper) {
  const random = createSeededRandom(
    restarts === 0 ? `${seed}/new budgets` : `${seed}/new budgets/${restarts}`,
  );
  const first = () =>
    scenario.budgets === undefined
      ? createBudgets(origin)
      : scenarioBudgets(scenario.budgets, origin, random);
  const budgets = keeper.read<readonly Budget[]>('budgets') ?? first();
  return createBudgetRegister(budgets, { random, onChange: (all) => keeper.write('budgets', all) });
}
