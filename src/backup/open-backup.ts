import { definedMembers, type JsonValue } from '../base/json.ts';
import { formatTimestamp } from '../base/timestamps.ts';
import { cleanRequest } from '../export/start-migration.ts';
import type { InterruptedBackup } from '../keeping/finish-leftovers.ts';
import type { Migration, MigrationRequest } from '../model/migrations.ts';
import {
  type FinishedBackup,
  findFinishedBackup,
  findOpenBackup,
  type RecordedBackup,
  reasonAgainstResuming,
} from '../vault/backup-history.ts';
import { type Manifest, plainNameOf } from '../vault/manifest.ts';
import type { BackupRun } from './backup-options.ts';
import { chooseRepositories } from './choose-repositories.ts';

/** The backup of a run: one that an earlier run began, or a new one. */
export type OpenedBackup = Pick<RecordedBackup, 'backup' | 'request' | 'splitSize' | 'leftOut'>;

/** Resumes the interrupted backup of the same request, or begins a new one, and records which. */
export async function openBackup(run: BackupRun): Promise<OpenedBackup> {
  const { journal, onEvent } = run;
  const splitSize = run.migration === undefined ? run.split : undefined;
  const key = keyOf(run);
  const open = findOpenBackup(journal.lines, key);
  const reason = open && reasonAgainst(open, run);
  if (open !== undefined && reason === undefined) {
    await journal.write({ type: 'backup-resumed', backup: open.backup });
    onEvent({ type: 'resumed', began: formatTimestamp(open.beganAtMs) });
    onEvent({ type: 'repositories', asked: open.request.repositories });
    return open;
  }
  if (open !== undefined && reason !== undefined) {
    await journal.write({ type: 'backup-given-up', backup: open.backup, reason });
  }
  const request = await chooseRequest(run);
  const leftOut = run.service.repositories.leftOut();
  const begun = {
    backup: nameOf(run),
    request,
    ...definedMembers({ splitSize, leftOut: leftOut.length === 0 ? undefined : leftOut }),
  };
  await journal.write({
    type: 'backup-begun',
    account: run.account,
    wish: key.requested,
    ...begun,
  });
  onEvent({ type: 'repositories', asked: request.repositories });
  return begun;
}

/** Finds the interrupted backup of the same request. */
export function findInterrupted(run: BackupRun): InterruptedBackup | undefined {
  const open = findOpenBackup(run.journal.lines, keyOf(run));
  return open && { backup: open.backup, isResumed: reasonAgainst(open, run) === undefined };
}

/** A finished backup whose archives are in the vault. */
export interface KeptBackup extends FinishedBackup {
  readonly manifests: readonly [Manifest, ...Manifest[]];
}

/** The last finished backup of the same request; undefined if the vault no longer has its archives. */
export async function findKeptBackup(run: BackupRun): Promise<KeptBackup | undefined> {
  const finished = findFinishedBackup(run.journal.lines, keyOf(run));
  const manifests = new Map<string, Manifest>();
  for (const manifest of finished === undefined ? [] : await run.vault.manifests()) {
    if (manifest.backup === finished?.backup) {
      // An archive has two if only the second attempt was to encrypt it; the name of the encrypted one comes later.
      manifests.set(plainNameOf(manifest.archive), manifest);
    }
  }
  const [first, ...others] = manifests.values();
  return finished === undefined || first === undefined
    ? undefined
    : { ...finished, manifests: [first, ...others] };
}

/**
 * True if an earlier attempt of this run worked on the backup, and no due time came after `atMs`. A scheduled run that was
 * interrupted keeps its id, although further due times may be merged into it.
 */
export function isOwnSince(atMs: number, { backup }: RecordedBackup, { dueMs, journal }: BackupRun): boolean {
  return (
    dueMs !== undefined &&
    atMs >= dueMs &&
    journal.lines.some(
      (line) =>
        line.run === journal.run &&
        (line.type === 'backup-begun' || line.type === 'backup-resumed') &&
        line.backup === backup,
    )
  );
}

/** A backup has the id of its run; if the request changed between attempts of a run, a number is appended. */
function nameOf({ journal }: BackupRun): string {
  const own = journal.lines.filter(({ run, type }) => run === journal.run && type === 'backup-begun').length;
  return own === 0 ? journal.run : `${journal.run}-${own + 1}`;
}

function keyOf({ service, requested, migration, account }: BackupRun) {
  const { baseUrl, owner } = service;
  const named = migration === undefined ? {} : { migrationId: migration };
  return { baseUrl: baseUrl.href, owner, account, requested: canonicalJson({ ...requested, ...named }) };
}

function reasonAgainst(open: RecordedBackup, run: BackupRun): string | undefined {
  const isRejected = run.fresh === true && !isOwnSince(open.beganAtMs, open, run);
  return isRejected ? 'a fresh one was requested' : reasonAgainstResuming(open, run.clock.now());
}

async function chooseRequest({
  service,
  requested,
  migration,
  account,
  clock,
  onEvent,
}: BackupRun): Promise<MigrationRequest> {
  return migration === undefined
    ? cleanRequest(
        await chooseRepositories(requested, {
          owner: service.owner,
          account,
          repositories: service.repositories,
          nowMs: clock.now(),
          onSkipped: (message) => onEvent({ type: 'trouble', message }),
        }),
      )
    : requestOf(await service.migrations.get(migration));
}

/** The request of a migration, as far as the service reports it. */
function requestOf({ repositories, switches }: Migration): MigrationRequest {
  return { ...switches, repositories };
}

/** Serializes a request independently of the order of its members and repositories. */
function canonicalJson(requested: object): string {
  return JSON.stringify(requested, (_, value: JsonValue) => {
    if (Array.isArray(value)) {
      return value.map((item) => (typeof item === 'string' ? item.toLowerCase() : item)).sort();
    }
    return typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value;
  });
}
