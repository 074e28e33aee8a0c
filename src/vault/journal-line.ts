import { isJsonObject } from '../base/json.ts';
import { ownFile } from '../base/own-files.ts';
import type { JournalLine } from '../model/journal.ts';

const LINE = ownFile<JournalLine>('journal-line');

type LineType = JournalLine['type'];
type MembersOf<Type extends LineType> = readonly (keyof Extract<JournalLine, { readonly type: Type }> &
  string)[];

/** What the lines of each type have at least; their shapes are in the schema. */
const NEEDED: { readonly [Type in LineType]?: MembersOf<Type> } = {
  'part-failed': ['repositories', 'part', 'migrationId'],
  'unlock-owed': ['migrationId', 'repositories'],
  'run-begun': ['command', 'satchelVersion', 'baseUrl', 'owner'],
  'account-known': ['account'],
  'backup-begun': ['backup', 'account', 'wish', 'request'],
  'backup-resumed': ['backup'],
  'start-intended': ['part'],
  'migration-known': ['part', 'migrationId', 'guid', 'createdAt', 'origin'],
  'part-abandoned': ['part', 'migrationId', 'reason'],
  downloaded: ['migrationId', 'archive', 'sizeBytes', 'sha256'],
  'manifest-written': ['archive', 'isVerified', 'sha256'],
  unlocked: ['migrationId', 'repository', 'outcome'],
  'deletion-owed': ['migrationId'],
  'archive-deleted': ['migrationId', 'outcome'],
  'archives-forgotten': ['archives'],
  'archives-lost': ['archives'],
  'store-noted': ['sizeBytes', 'sha256', 'changeCounter'],
  'store-damaged': ['reason'],
  'backup-finished': ['backup'],
  'backup-given-up': ['backup', 'reason'],
  'run-ended': ['exit'],
  'state-seen': ['migrationId', 'state'],
  'address-asked': ['migrationId', 'fromBytes'],
  'download-reached': ['migrationId', 'doneBytes'],
  loaded: ['archives', 'records'],
  waited: ['reason', 'durationMs'],
  trouble: ['message'],
};

/** Whether a value from a journal is a line of it. Types of other versions are, and are ignored when lines are folded. */
export function isJournalLine(value: unknown): value is JournalLine {
  if (!isJsonObject(value) || typeof LINE.check(value) === 'string') {
    return false;
  }
  const { type, repositories } = value;
  const needed = Object.entries(NEEDED).find(([name]) => name === type)?.[1] ?? [];
  return (
    needed.every((name) => value[name] !== undefined) &&
    (repositories === undefined || Array.isArray(repositories) === (type !== 'part-failed'))
  );
}
