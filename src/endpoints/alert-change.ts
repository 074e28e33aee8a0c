import { definedMembers, type JsonObject } from '../base/json.ts';
import type { Dialect } from '../model/dialects.table.ts';
import { Failure } from '../model/failure.ts';

/** Reasons to dismiss an alert, from the service's reference; the specification only shows `tolerable_risk`. */
export const DISMISSAL_REASONS = [
  'fix_started',
  'inaccurate',
  'no_bandwidth',
  'not_used',
  'tolerable_risk',
] as const;

/** The service rejects longer comments (its reference). */
export const MAX_DISMISSAL_COMMENT_LENGTH = 280;

/** A change of an alert; members that are left out stay as they are. */
export interface AlertChange {
  readonly state?: 'dismissed' | 'open' | undefined;
  readonly dismissedReason?: string | undefined;
  readonly dismissedComment?: string | undefined;
  /** Logins that replace the assignees; an empty list removes all. */
  readonly assignees?: readonly string[] | undefined;
  /** For an agent among the assignees. */
  readonly customInstructions?: string | undefined;
  readonly customAgent?: string | undefined;
  readonly model?: string | undefined;
}

/**
 * The body of an update (specification 4.2). The specification does not name the object of the agent fields, so they are
 * at the top level; the real service calls it `agent_assignment`.
 */
export function alertChangeBody(action: string, change: AlertChange, dialect: Dialect): JsonObject {
  const fault = findFault(change);
  if (fault !== undefined) {
    throw new Failure('usage', `Cannot ${action}: ${fault}`);
  }
  const agent = definedMembers({
    custom_instructions: change.customInstructions,
    custom_agent: change.customAgent,
    model: change.model,
  });
  const isNamed = dialect.name === 'github' && Object.keys(agent).length > 0;
  const body = {
    ...definedMembers({
      state: change.state,
      dismissed_reason: change.dismissedReason,
      dismissed_comment: change.dismissedComment,
      assignees: change.assignees,
    }),
    ...(isNamed ? { agent_assignment: agent } : agent),
  };
  return body as JsonObject; // All members are JSON values.
}

function findFault({ state, dismissedReason, dismissedComment, assignees }: AlertChange): string | undefined {
  if (state === undefined && assignees === undefined) {
    return 'neither a state nor assignees were given';
  }
  if (state !== 'dismissed') {
    return dismissedReason === undefined && dismissedComment === undefined
      ? undefined
      : 'a reason and a comment are allowed only with a dismissal';
  }
  if (!DISMISSAL_REASONS.some((reason) => reason === dismissedReason)) {
    return `a dismissal needs one of the reasons ${DISMISSAL_REASONS.join(', ')}`;
  }
  return (dismissedComment ?? '').length > MAX_DISMISSAL_COMMENT_LENGTH
    ? `the comment has more than ${MAX_DISMISSAL_COMMENT_LENGTH} characters`
    : undefined;
}
