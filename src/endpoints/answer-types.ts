import type { JsonObject } from '../base/index.ts';

/** What the schemas in `schemas/api` promise of each answer, field by field as the service spells them. */
export interface AnswerTypes {
  readonly account: AccountJson;
  readonly migration: MigrationJson;
  readonly migrations: readonly MigrationJson[];
  readonly repositories: readonly RepositoryJson[];
  readonly 'rate-limit': RateLimitJson;
  readonly versions: readonly string[];
  readonly budget: BudgetJson;
  readonly budgets: { readonly budgets: readonly BudgetJson[] };
  readonly 'budget-change': { readonly message: string; readonly budget: BudgetJson };
  readonly 'budget-deletion': { readonly message: string };
  readonly alert: AlertJson;
  readonly alerts: readonly AlertJson[];
  readonly events: readonly EventJson[];
  readonly notification: NotificationJson;
  readonly notifications: readonly NotificationJson[];
  readonly 'thread-subscription': SubscriptionJson;
}

export type AnswerName = keyof AnswerTypes;

interface AccountJson {
  readonly login: string;
  readonly id: number;
}

/** Which fields may be missing: see the conflicts between specification, schema and recordings. */
export interface MigrationJson {
  readonly id: number | string;
  readonly guid?: string | null;
  readonly owner?: { readonly login: string } | null;
  readonly state: string;
  readonly repositories?:
    | readonly {
        readonly id?: number | string | null;
        readonly full_name: string;
        readonly open_issues_count?: number | null;
      }[]
    | null;
  readonly url?: string | null;
  readonly created_at?: string | null;
  readonly updated_at?: string | null;
  readonly lock_repositories?: boolean | null;
  readonly exclude_metadata?: boolean | null;
  readonly exclude_git_data?: boolean | null;
  readonly exclude_attachments?: boolean | null;
  readonly exclude_releases?: boolean | null;
  readonly exclude_owner_projects?: boolean | null;
  readonly org_metadata_only?: boolean | null;
}

export interface RepositoryJson {
  readonly id?: number | string | null;
  readonly full_name: string;
  readonly private?: boolean | null;
  readonly fork?: boolean | null;
  readonly archived?: boolean | null;
  readonly visibility?: string | null;
  readonly language?: string | null;
  readonly topics?: readonly string[] | null;
  readonly size?: number | null;
  readonly pushed_at?: string | null;
  readonly open_issues_count?: number | null;
}

interface RateLimitJson {
  readonly resources: Readonly<
    Record<
      string,
      { readonly limit: number; readonly used?: number; readonly remaining: number; readonly reset: number }
    >
  >;
}

/** A budget (specification 2.3). Lists name what it covers in an array; the last two are the real service's. */
export interface BudgetJson {
  readonly id: string;
  readonly budget_type: string;
  readonly budget_product_sku?: string;
  readonly budget_product_skus?: readonly string[];
  readonly budget_scope: string;
  readonly budget_entity_name: string;
  readonly budget_amount: number;
  readonly prevent_further_usage: boolean;
  readonly budget_alerting: { readonly will_alert: boolean; readonly alert_recipients: readonly string[] };
  readonly user?: string;
  readonly consumed_amount?: number;
}

interface LoginJson {
  readonly login: string;
}

/** A dependency alert (specification 2.4), as far as it is read here; the record itself holds all. */
export interface AlertJson {
  readonly number: number;
  readonly state: string;
  readonly dependency: {
    readonly package: { readonly ecosystem: string; readonly name: string };
    readonly manifest_path: string;
    readonly scope: string | null;
  };
  readonly security_advisory: {
    readonly ghsa_id: string;
    readonly cve_id: string | null;
    readonly summary: string;
    readonly description: string;
    readonly severity: string;
  };
  readonly security_vulnerability: {
    readonly severity: string;
    readonly vulnerable_version_range: string;
    readonly first_patched_version: { readonly identifier: string } | null;
  };
  readonly url: string;
  readonly html_url: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly dismissed_at: string | null;
  readonly dismissed_by: LoginJson | null;
  readonly dismissed_reason: string | null;
  readonly dismissed_comment: string | null;
  readonly fixed_at: string | null;
  readonly assignees: readonly LoginJson[];
  readonly repository?: { readonly full_name: string };
}

/** An activity event (specification 2.5). */
export interface EventJson {
  readonly id: string;
  readonly type: string;
  readonly actor: { readonly login: string };
  readonly repo: { readonly name: string };
  readonly payload: JsonObject;
  readonly public: boolean;
  readonly created_at: string;
  readonly org?: LoginJson;
}

/** A notification thread (specification 2.6). */
export interface NotificationJson {
  readonly id: string;
  readonly repository: { readonly full_name: string };
  readonly subject: { readonly title: string; readonly url: string | null; readonly type: string };
  readonly reason: string;
  readonly unread: boolean;
  readonly updated_at: string;
  readonly last_read_at: string | null;
  readonly url: string;
}

/** A thread subscription (specification 2.7). */
export interface SubscriptionJson {
  readonly subscribed: boolean;
  readonly ignored: boolean;
  readonly reason: string | null;
  readonly created_at: string | null;
  readonly url: string;
  readonly thread_url: string;
}
