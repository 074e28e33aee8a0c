import { isJsonObject, type JsonValue } from '../../base/json.ts';
import type { MigrationSwitch } from '../../model/migrations.ts';
import { isRecordKind } from '../../model/record-kind.ts';
import type { RecordKind } from '../../model/record-kinds.table.ts';
import type { ArchiveClaim } from '../snapshot.ts';
import { hostOf } from '../url-readings.ts';
import { createCoveredPlaces, type PlaceFacts } from './covered-places.ts';
import type { RecordHead } from './read-heads.ts';

/** Decides for which records absence from an archive means that they no longer exist. */
export interface ArchiveCoverage {
  covers(record: Pick<RecordHead, 'kind' | 'url' | 'repo' | 'home'>): boolean;
}

interface CoverageFacts extends Pick<PlaceFacts, 'repositories' | 'idBefore'> {
  readonly claim: ArchiveClaim;
  /** The request of the migration, if known. */
  readonly scope: JsonValue | undefined;
  /** Kinds that have a record file in the archive, even an empty one. */
  readonly kinds: ReadonlySet<string>;
  /** Kinds of which the archive contains a record whose key cannot be read: it may be any that seems to be absent. */
  readonly unidentified: ReadonlySet<string>;
}

/** An archive contains an account only because something refers to it: its absence means nothing. */
const NEVER_GONE: ReadonlySet<string> = new Set<RecordKind>(['user', 'organization', 'team']);

/**
 * What each switch of a request excludes (specification 4.5); `everything` does not include the records of accounts.
 */
const LEFT_OUT: Readonly<Partial<Record<MigrationSwitch, readonly RecordKind[] | 'everything'>>> = {
  excludeMetadata: 'everything',
  excludeAttachments: ['attachment', 'repository_file'],
  excludeReleases: ['release'],
  excludeOwnerProjects: ['project'],
  orgMetadataOnly: 'everything',
};

/**
 * An archive covers the repositories that it contains, under any name, or all of their accounts, and those that were no
 * longer in the list that its backup was chosen from; all of them at the service that it is from, and the kinds that its
 * request did not exclude. If the request is unknown, a kind without a file may have been excluded, unless the archive is
 * declared to contain everything.
 */
export function createArchiveCoverage(facts: CoverageFacts): ArchiveCoverage {
  const { claim, scope, kinds, unidentified, repositories, idBefore } = facts;
  const request = scope !== undefined && isJsonObject(scope) ? scope : undefined;
  if (claim === 'store') {
    return { covers: () => true };
  }
  if (request?.['salvaged'] !== undefined) {
    return { covers: () => false }; // Part of the archive could not be read.
  }
  // The type of a record in a file of an unknown kind is not known either, unless it can be parsed.
  const hasUnknown = [...unidentified].some((kind) => !isRecordKind(kind));
  const isUnidentified = (kind: string) => (hasUnknown && !isRecordKind(kind)) || unidentified.has(kind);
  let isCovered: ReturnType<typeof createCoveredPlaces> | undefined; // Made when needed: it may take a hundred thousand.
  const includes = (kind: string) =>
    request === undefined ? claim === 'account' || kinds.has(kind) : !isLeftOut(kind, request);
  return {
    covers({ kind, url, repo, home }) {
      if (repo === null || NEVER_GONE.has(kind) || isUnidentified(kind) || !includes(kind)) {
        return false;
      }
      isCovered ??= createCoveredPlaces({
        hasAllOfOwners: claim === 'account',
        request,
        repositories,
        idBefore,
      });
      return isCovered(hostOf(home ?? url ?? ''), repo);
    },
  };
}

function isLeftOut(kind: string, request: Readonly<Record<string, JsonValue>>): boolean {
  return Object.entries(LEFT_OUT).some(
    ([name, kinds]) =>
      request[name] === true && (kinds === 'everything' || kinds.some((leftOut) => leftOut === kind)),
  );
}
