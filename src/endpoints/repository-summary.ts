import type { RepositoryJson } from './answer-types.ts';

/** A repository as far as choosing needs it. Secrets of the answer (`temp_clone_token`) stay behind. */
export interface RepositorySummary {
  readonly id: number;
  /** `owner/name`. */
  readonly fullName: string;
  /** Undefined, here and below, where the answer does not tell: newer versions send fewer fields. */
  readonly isPrivate: boolean | undefined;
  readonly isFork: boolean | undefined;
  readonly isArchived: boolean | undefined;
  readonly visibility: string | undefined;
  readonly language: string | undefined;
  readonly topics: readonly string[];
  /** Size of its Git data in KiB, as the service measures it. */
  readonly sizeKib: number | undefined;
  /** ISO 8601. */
  readonly pushedAt: string | undefined;
}

export function readRepositorySummary(json: RepositoryJson): RepositorySummary {
  return {
    id: json.id,
    fullName: json.full_name,
    isPrivate: json.private,
    isFork: json.fork,
    isArchived: json.archived,
    visibility: json.visibility,
    language: json.language ?? undefined,
    topics: json.topics ?? [],
    sizeKib: json.size,
    pushedAt: json.pushed_at ?? undefined,
  };
}
