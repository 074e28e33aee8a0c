import type { JsonObject, Open } from '../base/json.ts';

/**
 * The types of the schemas in `schemas/answers`, with the service's field names: fields that we depend on are present,
 * and all others may be missing or null.
 */
export interface AnswerTypes {
  readonly account: AccountJson;
  readonly migration: MigrationJson;
  readonly migrations: readonly MigrationJson[];
  readonly repositories: readonly RepositoryJson[];
  readonly 'rate-limit': RateLimitJson;
  readonly versions: readonly string[];
  readonly memberships: readonly MembershipJson[];
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
  readonly gists: readonly GistJson[];
  readonly stars: readonly StarJson[];
  readonly 'lfs-batch': { readonly objects: readonly LfsObjectJson[] };
}

export type AnswerName = keyof AnswerTypes;

interface AccountJson {
  readonly login: string;
  readonly id?: number | string | null;
}

/** Specification, schema and recordings of the real service differ in which fields are present. */
export interface MigrationJson {
  readonly id: number | string;
  readonly guid?: string | null;
  readonly owner?: LoginJson | null;
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
  readonly stargazers_count?: number | null;
  readonly pushed_at?: string | null;
  readonly open_issues_count?: number | null;
}

interface MembershipJson {
  readonly role?: string | null;
  readonly organization: { readonly login: string };
}

interface RateLimitJson {
  readonly resources: JsonObject;
}

/** A budget (specification 2.3). Lists contain `budget_product_skus`; the last two fields are not in the specification. */
export interface BudgetJson {
  readonly id: string | number;
  readonly budget_type?: string | null | undefined;
  readonly budget_product_sku?: string | null | undefined;
  readonly budget_product_skus?: readonly string[] | null | undefined;
  readonly budget_scope?: string | null | undefined;
  readonly budget_entity_name?: string | null | undefined;
  readonly budget_amount?: number | null | undefined;
  readonly prevent_further_usage?: boolean | null | undefined;
  readonly budget_alerting?:
    | {
        readonly will_alert?: boolean | null | undefined;
        readonly alert_recipients?: readonly string[] | null | undefined;
      }
    | null
    | undefined;
  readonly user?: string | null | undefined;
  readonly consumed_amount?: number | null | undefined;
}

/** An account in an answer of the service. */
export interface LoginJson {
  readonly login?: string | null | undefined;
}

/** The state of an alert. */
export type AlertState = Open<'auto_dismissed' | 'dismissed' | 'fixed' | 'open'>;

/** How bad a vulnerability is. */
export type AlertSeverity = Open<'low' | 'medium' | 'high' | 'critical'>;

/** Why a person is notified (specification 2.6). */
export type NotificationReason = Open<
  | 'approval_requested'
  | 'assign'
  | 'author'
  | 'ci_activity'
  | 'comment'
  | 'invitation'
  | 'manual'
  | 'mention'
  | 'review_requested'
  | 'security_alert'
  | 'state_change'
  | 'subscribed'
  | 'team_mention'
>;

/** A dependency alert (specification 2.4): only the fields that are needed here. */
export interface AlertJson {
  readonly number: number;
  readonly state?: AlertState | null | undefined;
  readonly dependency?:
    | {
        readonly package?:
          | { readonly ecosystem?: string | null; readonly name?: string | null }
          | null
          | undefined;
        readonly manifest_path?: string | null | undefined;
        readonly scope?: string | null | undefined;
      }
    | null
    | undefined;
  readonly security_advisory?:
    | {
        readonly ghsa_id?: string | null | undefined;
        readonly cve_id?: string | null | undefined;
        readonly summary?: string | null | undefined;
        readonly description?: string | null | undefined;
        readonly severity?: AlertSeverity | null | undefined;
      }
    | null
    | undefined;
  readonly security_vulnerability?:
    | {
        readonly severity?: string | null | undefined;
        readonly vulnerable_version_range?: string | null | undefined;
        readonly first_patched_version?: { readonly identifier?: string | null } | null | undefined;
      }
    | null
    | undefined;
  readonly url?: string | null | undefined;
  readonly html_url?: string | null | undefined;
  readonly created_at?: string | null | undefined;
  readonly updated_at?: string | null | undefined;
  readonly dismissed_at?: string | null | undefined;
  readonly dismissed_by?: LoginJson | null | undefined;
  readonly dismissed_reason?: string | null | undefined;
  readonly dismissed_comment?: string | null | undefined;
  readonly fixed_at?: string | null | undefined;
  readonly assignees?: readonly (LoginJson | null)[] | null | undefined;
  readonly repository?: { readonly full_name?: string | null } | null | undefined;
}

/** An activity event (specification 2.5). */
export interface EventJson {
  readonly id: string | number;
  /** Such as `PushEvent`. */
  readonly type?: Open<'CreateEvent' | 'PushEvent' | 'WatchEvent'> | null | undefined;
  readonly actor?: LoginJson | null | undefined;
  readonly repo?: { readonly name?: string | null } | null | undefined;
  readonly payload?: JsonObject | null | undefined;
  readonly public?: boolean | null | undefined;
  readonly created_at?: string | null | undefined;
  readonly org?: LoginJson | null | undefined;
}

/** A notification thread (specification 2.6). */
export interface NotificationJson {
  readonly id: string | number;
  readonly repository?: { readonly full_name?: string | null } | null | undefined;
  readonly subject?:
    | {
        readonly title?: string | null | undefined;
        readonly url?: string | null | undefined;
        readonly type?: string | null | undefined;
      }
    | null
    | undefined;
  readonly reason?: NotificationReason | null | undefined;
  readonly unread?: boolean | null | undefined;
  readonly updated_at?: string | null | undefined;
  readonly last_read_at?: string | null | undefined;
  readonly url?: string | null | undefined;
}

/** A thread subscription (specification 2.7). */
export interface SubscriptionJson {
  readonly subscribed?: boolean | null | undefined;
  readonly ignored?: boolean | null | undefined;
  readonly reason?: string | null | undefined;
  readonly created_at?: string | null | undefined;
  readonly url?: string | null | undefined;
  readonly thread_url?: string | null | undefined;
}

/** A gist in a list; not in the specification. */
export interface GistJson {
  readonly id: string;
  readonly git_pull_url?: string | null;
}

/** A star with its repository; not in the specification. */
export interface StarJson {
  readonly starred_at?: string | null;
  readonly repo: { readonly full_name: string; readonly clone_url?: string | null };
}

/** An address that a server of Git LFS names, and what is to be sent to it. */
export interface LfsActionJson {
  readonly href: string;
  readonly header?: Readonly<Record<string, string>> | null;
}

/** An object in the answer of a server of Git LFS (git-lfs `docs/api/batch.md`). */
export interface LfsObjectJson {
  readonly oid: string;
  readonly authenticated?: boolean | null;
  readonly actions?: Readonly<Partial<Record<'download' | 'upload' | 'verify', LfsActionJson | null>>> | null;
  readonly error?: { readonly code?: number | null; readonly message?: string | null } | null;
}
