import { createSeededRandom } from '../../base/index.ts';
import type { ActivityEvent } from '../world/activity/activity-event.ts';
import { createActivity } from '../world/activity/create-activity.ts';
import { createAlerts } from '../world/alerts/create-alerts.ts';
import { createBudgets } from '../world/budgets/create-budgets.ts';
import { createNotifications } from '../world/notifications/create-notifications.ts';
import type { Repository, World } from '../world/world.ts';
import { createAlertRegister } from './alerts/alert-register.ts';
import { hasAccess } from './api/sight.ts';
import { createBudgetRegister } from './budgets/budget-register.ts';
import { createInbox, type Inbox } from './notifications/inbox.ts';
import type { SandboxOptions } from './sandbox-options.ts';
import type { ServiceCore } from './service.ts';

type Registers = Pick<ServiceCore, 'activity' | 'alerts' | 'budgets' | 'inboxOf'>;

/** What the service keeps besides migrations. What takes long to gather is gathered when it is asked for. */
export function createRegisters(world: World, { clock, seed }: SandboxOptions): Registers {
  const alerts = createAlertRegister(createAlerts(world));
  const inboxes = new Map<string, Inbox>();
  let activity: readonly ActivityEvent[] | undefined;
  const openInbox = (login: string) => {
    const watches = (repository: Repository) => hasAccess(login, repository, world);
    return createInbox(createNotifications({ world, login, alerts: alerts.list(), watches }), clock);
  };
  return {
    alerts,
    budgets: createBudgetRegister(createBudgets(world), createSeededRandom(`${seed}/new budgets`)),
    activity() {
      activity ??= createActivity(world);
      return activity;
    },
    inboxOf(login) {
      const inbox = inboxes.get(login) ?? openInbox(login);
      inboxes.set(login, inbox);
      return inbox;
    },
  };
}
