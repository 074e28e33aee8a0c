import type { MigrationId } from '../model/index.ts';
import type { RepositoryJson } from './answer-types.ts';
import { exactId } from './read-migration.ts';

/** A repository as far as choosing needs it. Secrets of the answer (`temp_clone_token`) stay behind. */
export interface RepositorySummary {
  /** Undefined where the answer does not tell, as below: newer versions send fewer fields. */
  readonly id: MigrationId | undefined;
  /** `owner/name`. */
  readonly fullName: string;
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
    id: json.id === undefined || json.id === null ? undefined : exactId(json.id),
    fullName: json.full_name,
    isPrivate: json.private ?? undefined,
    isFork: json.fork ?? undefined,
    isArchived: json.archived ?? undefined,
    visibility: json.visibility ?? undefined,
    language: json.language ?? undefined,
    topics: json.topics ?? [],
    sizeKib: json.size ?? undefined,
    pushedAt: json.pushed_at ?? undefined,
  };
}
