/** What the schemas in `schemas/api` promise of each answer, field by field as the service spells them. */
export interface AnswerTypes {
  readonly account: AccountJson;
  readonly migration: MigrationJson;
  readonly migrations: readonly MigrationJson[];
  readonly repositories: readonly RepositoryJson[];
  readonly 'rate-limit': RateLimitJson;
}

export type AnswerName = keyof AnswerTypes;

interface AccountJson {
  readonly login: string;
  readonly id: number;
}

/** Which fields may be missing: see the conflicts between specification, schema and recordings. */
export interface MigrationJson {
  readonly id: number;
  readonly guid?: string | null;
  readonly owner?: { readonly login: string } | null;
  readonly state: string;
  readonly repositories?: readonly { readonly full_name: string }[] | null;
  readonly url?: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly lock_repositories?: boolean | null;
  readonly exclude_metadata?: boolean | null;
  readonly exclude_git_data?: boolean | null;
  readonly exclude_attachments?: boolean | null;
  readonly exclude_releases?: boolean | null;
  readonly exclude_owner_projects?: boolean | null;
  readonly org_metadata_only?: boolean | null;
}

export interface RepositoryJson {
  readonly id: number;
  readonly full_name: string;
  readonly private?: boolean;
  readonly fork?: boolean;
  readonly archived?: boolean;
  readonly visibility?: string;
  readonly language?: string | null;
  readonly topics?: readonly string[] | null;
  readonly size?: number;
  readonly pushed_at?: string | null;
}

interface RateLimitJson {
  readonly resources: Readonly<
    Record<
      string,
      { readonly limit: number; readonly used?: number; readonly remaining: number; readonly reset: number }
    >
  >;
}
