import { isJsonObject, type JsonObject, type JsonValue } from '../../../base/index.ts';
import { type Alert, DISMISSAL_REASONS } from '../../world/alerts/alert.ts';
import { formatSeconds } from '../../world/timestamps.ts';
import { findPerson, type Repository, type World } from '../../world/world.ts';
import { apiError, type ErrorAnswer, fieldError, validationFailed } from '../api/answer.ts';
import { hasAccess } from '../api/sight.ts';

const MAX_COMMENT_LENGTH = 280;

interface OrderContext {
  readonly repository: Repository;
  readonly world: World;
  /** Who sends the body. */
  readonly login: string;
  readonly nowMs: number;
}

/** Changes an alert as a body asks (specification 3 and 4.2), or says why it cannot be done. */
export function updateAlert(alert: Alert, body: JsonObject, context: OrderContext): Alert | ErrorAnswer {
  const faults = findFaults(body, context);
  if (faults.length > 0) {
    return validationFailed(faults.map((field) => fieldError('Alert', field, 'invalid')));
  }
  if (body['state'] === undefined && body['assignees'] === undefined) {
    return validationFailed([fieldError('Alert', 'state', 'missing_field')]);
  }
  const conflict = findConflict(alert, body['state']);
  return conflict ?? applyBody(alert, body, context);
}

type Check = (value: JsonValue, context: OrderContext) => boolean;

/** What each field of the body has to be; others are refused. Agents work only where the service has them. */
const FIELDS: Readonly<Record<string, Check>> = {
  state: (value) => value === 'dismissed' || value === 'open',
  dismissed_reason: (value) => value === null || DISMISSAL_REASONS.some((reason) => reason === value),
  dismissed_comment: (value) => value === null || isText(value, MAX_COMMENT_LENGTH),
  assignees: (value, context) =>
    Array.isArray(value) && value.every((login: JsonValue) => canBeAssigned(login, context)),
  custom_instructions: (value) => isText(value),
  custom_agent: (value) => isText(value),
  model: (value) => isText(value),
  agent_assignment: isAgentAssignment,
};

function findFaults(body: JsonObject, context: OrderContext): readonly string[] {
  const faults = Object.entries(body).flatMap(([field, value]) =>
    Object.hasOwn(FIELDS, field) && FIELDS[field]?.(value, context) === true ? [] : [field],
  );
  const lacksReason = body['state'] === 'dismissed' && (body['dismissed_reason'] ?? null) === null;
  return lacksReason ? [...faults, 'dismissed_reason'] : faults;
}

function isText(value: JsonValue, maxLength = Number.POSITIVE_INFINITY): boolean {
  return typeof value === 'string' && value.length <= maxLength;
}

/** The real service keeps the fields of agents in an object of this name, and knows no other member of it. */
function isAgentAssignment(value: JsonValue): boolean {
  return (
    isJsonObject(value) &&
    Object.entries(value).every(
      ([name, member]) => ['custom_instructions', 'custom_agent', 'model'].includes(name) && isText(member),
    )
  );
}

function canBeAssigned(login: JsonValue, { repository, world }: OrderContext): boolean {
  const person = typeof login === 'string' ? findPerson(world, login) : undefined;
  return person !== undefined && hasAccess(person.login, repository, world);
}

/** Only what is open can be dismissed, only what is dismissed reopened; fixes are for the service to see. */
function findConflict({ number, state }: Alert, wanted: JsonValue | undefined): ErrorAnswer | undefined {
  if (wanted === undefined || (wanted === 'dismissed' && state === 'open')) {
    return undefined;
  }
  const isReopened = wanted === 'open' && (state === 'dismissed' || state === 'auto_dismissed');
  return isReopened ? undefined : apiError(409, `Alert ${number} is already ${state.replace('_', ' ')}`);
}

function applyBody(alert: Alert, body: JsonObject, { world, login, nowMs }: OrderContext): Alert {
  const now = formatSeconds(nowMs);
  const { assignees } = body;
  const changed = {
    ...alert,
    updatedAt: now,
    assignees: Array.isArray(assignees)
      ? [...new Set(assignees.map((name: JsonValue) => findPerson(world, String(name))?.login ?? ''))]
      : alert.assignees,
  };
  const reason = DISMISSAL_REASONS.find((name) => name === body['dismissed_reason']);
  if (body['state'] === 'open') {
    return { ...changed, state: 'open', dismissal: null, autoDismissedAt: null };
  }
  if (body['state'] !== 'dismissed' || reason === undefined) {
    return changed;
  }
  const comment = body['dismissed_comment'];
  return {
    ...changed,
    state: 'dismissed',
    dismissal: { at: now, login, reason, comment: typeof comment === 'string' ? comment : null },
  };
}

/** The key of an alert: its repository (`owner/name` as the world spells it) and its number. */
export function alertKey({ repository, number }: Pick<Alert, 'number' | 'repository'>): string {
  return `${repository}#${number}`;
}
