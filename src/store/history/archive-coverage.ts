import { isJsonObject, type JsonValue } from '../../base/index.ts';
import { isRecordKind, type MigrationSwitch, type RecordKind } from '../../model/index.ts';
import { hostOf, URL_READINGS } from '../rows/url-readings.ts';
import type { ArchiveClaim } from '../snapshot.ts';
import type { RecordHead } from './read-heads.ts';

/** Decides for which records absence from an archive means that they no longer exist. */
export interface ArchiveCoverage {
  covers(record: Pick<RecordHead, 'kind' | 'url' | 'repo' | 'home'>): boolean;
}

interface CoverageFacts {
  readonly claim: ArchiveClaim;
  /** The request of the migration, if known. */
  readonly scope: JsonValue | undefined;
  /** Kinds that have a record file in the archive, even an empty one. */
  readonly kinds: ReadonlySet<string>;
  /** Kinds of which the archive contains a record whose key cannot be read: it may be any that seems to be absent. */
  readonly unidentified: ReadonlySet<string>;
  /** The urls of the repositories whose records are in the archive. */
  readonly repositories: Iterable<string>;
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
 * An archive covers the repositories that it contains or that its request names, or all repositories of their accounts,
 * at the service that it is from, and the kinds that its request did not exclude. If the request is unknown, a kind
 * without a file may have been excluded, unless the archive is declared to contain everything.
 */
export function createArchiveCoverage(facts: CoverageFacts): ArchiveCoverage {
  const { claim, scope, kinds, unidentified, repositories } = facts;
  const request = scope !== undefined && isJsonObject(scope) ? scope : undefined;
  if (claim === 'store') {
    return { covers: () => true };
  }
  if (request?.['salvaged'] !== undefined) {
    return { covers: () => false }; // Part of the archive could not be read.
  }
  const named = request?.['repositories'];
  const placeOf = (repo: string) => (claim === 'account' ? ownerOf(repo) : repo).toLowerCase();
  // The type of a record in a file of an unknown kind is not known either, unless it can be parsed.
  const hasUnknown = [...unidentified].some((kind) => !isRecordKind(kind));
  const isUnidentified = (kind: string) => (hasUnknown && !isRecordKind(kind)) || unidentified.has(kind);
  let covered: Places | undefined; // Found when needed: there may be a hundred thousand.
  const includes = (kind: string) =>
    request === undefined ? claim === 'account' || kinds.has(kind) : !isLeftOut(kind, request);
  return {
    covers({ kind, url, repo, home }) {
      if (repo === null || NEVER_GONE.has(kind) || isUnidentified(kind) || !includes(kind)) {
        return false;
      }
      covered ??= findPlaces(repositories, Array.isArray(named) ? named.map(String) : [], placeOf);
      const places = covered.get(hostOf(home ?? url ?? '')) ?? covered.get(ANY_HOST);
      return places?.has(placeOf(repo)) === true;
    },
  };
}

/** Repositories or accounts, by their host. Different services may have repositories of the same name. */
type Places = ReadonlyMap<string, ReadonlySet<string>>;

/** An archive without a repository may be from any service. */
const ANY_HOST = '*';

function findPlaces(
  urls: Iterable<string>,
  names: readonly string[],
  placeOf: (repo: string) => string,
): Places {
  const places = new Map<string, Set<string>>();
  const add = (host: string, repo: string) => {
    places.set(host, (places.get(host) ?? new Set()).add(placeOf(repo)));
  };
  for (const url of urls) {
    const repo = URL_READINGS.repo(url);
    if (repo !== null) {
      add(hostOf(url), repo);
    }
  }
  const hosts = places.size > 0 ? [...places.keys()] : [ANY_HOST];
  for (const name of names) {
    for (const host of hosts) {
      add(host, name);
    }
  }
  return places;
}

function ownerOf(repo: string): string {
  return repo.slice(0, repo.indexOf('/'));
}

function isLeftOut(kind: string, request: Readonly<Record<string, JsonValue>>): boolean {
  return Object.entries(LEFT_OUT).some(
    ([name, kinds]) =>
      request[name] === true && (kinds === 'everything' || kinds.some((leftOut) => leftOut === kind)),
  );
}
