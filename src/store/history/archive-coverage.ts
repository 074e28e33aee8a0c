import { isJsonObject, type JsonValue } from '../../base/index.ts';
import type { MigrationSwitch, RecordKind } from '../../model/index.ts';

/** Says where the absence of a record from an archive means that it is gone. */
export interface ArchiveCoverage {
  covers(kind: string, repo: string | null): boolean;
}

interface CoverageFacts {
  /** The request of the migration, where it is known. */
  readonly scope: JsonValue | undefined;
  /** Kinds that have a record file in the archive, be it an empty one. */
  readonly kinds: ReadonlySet<string>;
  /** `owner/name` of the repositories whose records are in the archive. */
  readonly repositories: Iterable<string>;
}

/** Accounts are in an archive because something refers to them: their absence says nothing. */
const NEVER_GONE: ReadonlySet<string> = new Set<RecordKind>(['user', 'organization', 'team']);

/** What each switch of a request leaves out (specification 4.5); `everything` but the records of accounts. */
const LEFT_OUT: Readonly<Partial<Record<MigrationSwitch, readonly RecordKind[] | 'everything'>>> = {
  excludeMetadata: 'everything',
  excludeAttachments: ['attachment', 'repository_file'],
  excludeReleases: ['release'],
  excludeOwnerProjects: ['project'],
  orgMetadataOnly: 'everything',
};

/** The state of a whole store leaves nothing open. */
export const COVERS_EVERYTHING: ArchiveCoverage = { covers: () => true };

/**
 * An archive speaks for the repositories that are in it or that its request names, and for the kinds that its
 * request did not exclude. Where no request is known, a kind without a file may have been excluded.
 */
export function createArchiveCoverage({ scope, kinds, repositories }: CoverageFacts): ArchiveCoverage {
  const request = scope !== undefined && isJsonObject(scope) ? scope : undefined;
  if (request?.['salvaged'] !== undefined) {
    return { covers: () => false }; // Part of the archive could not be read.
  }
  const named = request?.['repositories'];
  const names = [...repositories, ...(Array.isArray(named) ? named.map(String) : [])];
  const covered = new Set(names.map((name) => name.toLowerCase()));
  return {
    covers: (kind, repo) =>
      repo !== null &&
      !NEVER_GONE.has(kind) &&
      covered.has(repo.toLowerCase()) &&
      (request === undefined ? kinds.has(kind) : !isLeftOut(kind, request)),
  };
}

function isLeftOut(kind: string, request: Readonly<Record<string, JsonValue>>): boolean {
  return Object.entries(LEFT_OUT).some(
    ([name, kinds]) =>
      request[name] === true && (kinds === 'everything' || kinds.some((leftOut) => leftOut === kind)),
  );
}
