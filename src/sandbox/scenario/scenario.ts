import type { JsonObject, JsonValue } from '../../base/index.ts';
import type { IssuedTokenKind } from '../server/api/caller.ts';
import type { Plan } from '../server/api/limits.table.ts';
import type { AlertState, DismissalReason, Severity } from '../world/alerts/alert.ts';

/** A scenario file, as `schemas/sandbox/scenario.schema.json` has it: what is not invented, and what goes wrong. */
export interface Scenario {
  readonly seed?: string;
  readonly issues?: number;
  readonly years?: number;
  readonly plan?: Plan;
  readonly live_seconds?: number;
  readonly fault_control?: boolean;
  readonly account?: ScenarioPerson;
  readonly people?: readonly ScenarioPerson[];
  readonly organization?: {
    readonly login?: string;
    readonly name?: string;
    readonly description?: string;
    readonly email?: string;
    readonly members?: readonly { readonly login: string; readonly role?: 'admin' | 'direct_member' }[];
    readonly billing_managers?: readonly string[];
  };
  readonly enterprise?: string;
  readonly repositories?: readonly ScenarioRepository[];
  readonly tokens?: readonly ScenarioToken[];
  /** Bodies that create budgets, with what the service adds. */
  readonly budgets?: readonly JsonObject[];
  readonly alerts?: readonly ScenarioAlert[];
  readonly faults?: readonly JsonValue[];
  readonly failing?: readonly string[];
}

interface ScenarioPerson {
  readonly login?: string;
  readonly name?: string | null;
  readonly email?: string;
  readonly company?: string | null;
  readonly location?: string | null;
  readonly website?: string | null;
  readonly bio?: string | null;
}

/** What is known of a repository; it is an ordinary one in all else. */
export interface ScenarioRepository {
  readonly name?: string;
  readonly owner?: 'account' | 'organization';
  readonly description?: string | null;
  readonly topics?: readonly string[];
  readonly private?: boolean;
  readonly archived?: boolean;
  readonly empty?: boolean;
  readonly wiki?: boolean;
  readonly discussions?: boolean;
  readonly protected?: boolean;
  readonly default_branch?: string;
  readonly issues?: number;
}

/** A token besides those that a sandbox issues by itself. */
export interface ScenarioToken {
  readonly token: string;
  readonly kind?: IssuedTokenKind;
  readonly login?: string;
  readonly scopes?: readonly string[];
  readonly permissions?: Readonly<Record<string, 'read' | 'write'>>;
}

/** An alert, with what is known of its advisory. */
export interface ScenarioAlert {
  readonly repository: string;
  readonly state?: AlertState;
  readonly package?: string;
  readonly ecosystem?: string;
  readonly severity?: Severity;
  readonly summary?: string;
  readonly manifest_path?: string;
  readonly scope?: 'development' | 'runtime';
  readonly assignees?: readonly string[];
  readonly created_at?: string;
  readonly dismissed_reason?: DismissalReason;
  readonly dismissed_comment?: string | null;
}
