import { definedMembers, type JsonValue } from '../base/index.ts';
import { cleanRequest } from '../export/index.ts';
import type { Migration, MigrationRequest } from '../model/index.ts';
import {
  findFinishedBackup,
  findOpenBackup,
  type Manifest,
  type RecordedBackup,
  reasonAgainstResuming,
} from '../vault/index.ts';
import type { BackupRun } from './backup-options.ts';
import { chooseRepositories } from './choose-repositories.ts';

/** The backup of a run: one that an earlier run began, or a new one. */
export type OpenedBackup = Pick<RecordedBackup, 'backup' | 'request' | 'splitSize' | 'leftOut'>;

/** Resumes the interrupted backup of the same request, or begins a new one, and records which. */
export async function openBackup(run: BackupRun): Promise<OpenedBackup> {
  const { journal, recipients = [], onEvent } = run;
  const splitSize = run.migrationId === undefined ? run.splitSize : undefined;
  const key = keyOf(run);
  const open = findOpenBackup(journal.lines, key);
  const reason = open && reasonAgainst(open, run);
  const isEncrypted = recipients.length > 0 ? (true as const) : undefined;
  if (open !== undefined && reason === undefined) {
    await journal.write({
      type: 'backup-resumed',
      backup: open.backup,
      ...definedMembers({ isEncrypted }),
    });
    onEvent({ type: 'resumed', began: new Date(open.beganAtMs).toISOString() });
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
    ...definedMembers({ isEncrypted }),
  });
  onEvent({ type: 'repositories', asked: request.repositories });
  return begun;
}

/** An interrupted backup, and whether this run resumes it. */
export interface InterruptedBackup {
  readonly backup: string;
  readonly isResumed: boolean;
}

/** Finds the interrupted backup of the same request. */
export function findInterrupted(run: BackupRun): InterruptedBackup | undefined {
  const open = findOpenBackup(run.journal.lines, keyOf(run));
  return open && { backup: open.backup, isResumed: reasonAgainst(open, run) === undefined };
}

/** A backup that was finished, with the manifests of its archives. */
export interface FinishedBackup extends RecordedBackup {
  readonly manifests: readonly [Manifest, ...Manifest[]];
}

/** The last finished backup of the same request; undefined if the vault no longer has its archives. */
export async function findFinished(run: BackupRun): Promise<FinishedBackup | undefined> {
  const finished = findFinishedBackup(run.journal.lines, keyOf(run));
  const manifests = await run.vault.manifests();
  const [first, ...others] = manifests.filter(
    ({ backup }) => backup !== undefined && backup === finished?.backup,
  );
  return finished === undefined || first === undefined
    ? undefined
    : { ...finished, manifests: [first, ...others] };
}

/** True if an earlier attempt of this run worked on the backup. */
export function isOwnBackup({ backup }: RecordedBackup, { journal }: BackupRun): boolean {
  return journal.lines.some(
    (line) =>
      line.run === journal.run &&
      (line.type === 'backup-begun' || line.type === 'backup-resumed') &&
      line.backup === backup,
  );
}

/** A backup has the id of its run; if the request changed between attempts of a run, a number is appended. */
function nameOf({ journal }: BackupRun): string {
  const own = journal.lines.filter(({ run, type }) => run === journal.run && type === 'backup-begun').length;
  return own === 0 ? journal.run : `${journal.run}-${own + 1}`;
}

function keyOf({ service, requested, migrationId, account }: BackupRun) {
  const { baseUrl, owner } = service;
  const named = migrationId === undefined ? {} : { migrationId };
  return { baseUrl: baseUrl.href, owner, account, requested: canonicalJson({ ...requested, ...named }) };
}

function reasonAgainst(open: RecordedBackup, { isFresh, clock }: BackupRun): string | undefined {
  return isFresh === true ? 'a fresh one was requested' : reasonAgainstResuming(open, clock.now());
}

async function chooseRequest({
  service,
  requested,
  migrationId,
  clock,
  onEvent,
}: BackupRun): Promise<MigrationRequest> {
  return migrationId === undefined
    ? cleanRequest(
        await chooseRepositories(requested, {
          owner: service.owner,
          repositories: service.repositories,
          nowMs: clock.now(),
          onSkipped: (message) => onEvent({ type: 'trouble', message }),
        }),
      )
    : requestOf(await service.migrations.get(migrationId));
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
