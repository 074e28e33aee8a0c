import { isJsonObject, type JsonObject, type JsonValue } from '../../../base/json.ts';
import { type Alert, DISMISSAL_REASONS } from '../../world/alerts/create-alerts.ts';
import { formatSeconds } from '../../world/timestamps.ts';
import { findPerson, type Repository, type World } from '../../world/world.ts';
import { apiError, type ErrorAnswer, validationFailed } from '../api/answer.ts';
import { hasAccess } from '../api/visibility.ts';

const MAX_COMMENT_LENGTH = 280;

interface UpdateContext {
  readonly repository: Repository;
  readonly world: World;
  readonly login: string;
  readonly nowMs: number;
}

/** Applies the body of an update to an alert (specification 3 and 4.2), or refuses it. */
export function updateAlert(alert: Alert, body: JsonObject, context: UpdateContext): Alert | ErrorAnswer {
  const faults = findFaults(body, context);
  if (faults.length > 0) {
    return validationFailed('Alert', faults);
  }
  if (body['state'] === undefined && body['assignees'] === undefined) {
    return validationFailed('Alert', [{ field: 'state', code: 'missing_field' }]);
  }
  const conflict = findConflict(alert, body['state']);
  return conflict ?? applyBody(alert, body, context);
}

type Check = (value: JsonValue, context: UpdateContext) => boolean;

/** Validates each field of the body; others are refused. The fields of agents have no effect. */
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

function findFaults(body: JsonObject, context: UpdateContext): readonly string[] {
  const faults = Object.entries(body).flatMap(([field, value]) =>
    Object.hasOwn(FIELDS, field) && FIELDS[field]?.(value, context) === true ? [] : [field],
  );
  const lacksReason = body['state'] === 'dismissed' && (body['dismissed_reason'] ?? null) === null;
  return lacksReason ? [...faults, 'dismissed_reason'] : faults;
}

function isText(value: JsonValue, maxLength = Number.POSITIVE_INFINITY): boolean {
  return typeof value === 'string' && value.length <= maxLength;
}

/** The real service has the fields of agents in an object of this name, without other members. */
function isAgentAssignment(value: JsonValue): boolean {
  return (
    isJsonObject(value) &&
    Object.entries(value).every(
      ([name, member]) => ['custom_instructions', 'custom_agent', 'model'].includes(name) && isText(member),
    )
  );
}

function canBeAssigned(login: JsonValue, { repository, world }: UpdateContext): boolean {
  const person = typeof login === 'string' ? findPerson(world, login) : undefined;
  return person !== undefined && hasAccess(person.login, repository, world);
}

/** Only open alerts can be dismissed, and only dismissed ones reopened. */
function findConflict({ number, state }: Alert, wanted: JsonValue | undefined): ErrorAnswer | undefined {
  if (wanted === undefined || (wanted === 'dismissed' && state === 'open')) {
    return undefined;
  }
  const isReopened = wanted === 'open' && (state === 'dismissed' || state === 'auto_dismissed');
  return isReopened ? undefined : apiError(409, `Alert ${number} is already ${state.replace('_', ' ')}`);
}

function applyBody(alert: Alert, body: JsonObject, { world, login, nowMs }: UpdateContext): Alert {
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

/** The key of an alert: its repository (`owner/name`, case-sensitive) and number. */
export function alertKey({ repository, number }: Pick<Alert, 'number' | 'repository'>): string {
  return `${repository}#${number}`;
}
