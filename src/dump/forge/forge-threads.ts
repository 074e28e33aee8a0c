import { TIMESTAMP } from '../../reading/front-matter.ts';
import type { Discussion } from '../../reading/read-discussions.ts';
import type { Comment, Label, Reaction, Thread, ThreadEvent } from '../../reading/thread.ts';
import type { AccountMap, ForgeAccount } from './forge-accounts.ts';
import type { ForgeTally } from './forge-tally.ts';
import type { YamlRecord } from './yaml.ts';

/** What all records of a repository are written with. */
export interface ForgeWriting {
  readonly repo: string;
  readonly accountOf: (login: string | null) => ForgeAccount;
  /** Gives a text the addresses of the forge. */
  readonly textOf: (text: string) => string;
  readonly tally: ForgeTally;
  readonly map: AccountMap;
}

/** The zero of Go's times, which a forge replaces by what it knows. */
const NO_TIME = '0001-01-01T00:00:00Z';

/** A time for a member that must have one. */
export function forgeTime(time: string | null): string {
  return time !== null && TIMESTAMP.test(time) ? time : NO_TIME;
}

/** A time for a member that may be null. */
export function forgeTimeOrNull(time: string | null): string | null {
  return time !== null && TIMESTAMP.test(time) ? time : null;
}

/** Labels of a thread have no description: a forge finds them by name. */
export function forgeLabel({ name, color }: Label, description = ''): YamlRecord {
  return { name, color: color ?? 'ededed', description, exclusive: false };
}

/** Names of reactions at a forge, by names in archives; others have the same name. */
const REACTIONS: ReadonlyMap<string, string> = new Map([
  ['smile', 'laugh'],
  ['tada', 'hooray'],
  ['thinking_face', 'confused'],
]);

/** Each reaction of each account once: a forge refuses all records where one has two, as deleted accounts may. */
export function forgeReactions(
  reactions: readonly Reaction[],
  { accountOf, tally }: Pick<ForgeWriting, 'accountOf' | 'tally'>,
): readonly YamlRecord[] {
  const seen = new Set<string>();
  return reactions.flatMap(({ content, authors }) =>
    authors.flatMap((author) => {
      const { id, name } = accountOf(author);
      const kind = REACTIONS.get(content) ?? content;
      if (seen.has(`${kind}/${name}`)) {
        tally.leaveOut('reactions', 'an account can give each reaction once');
        return [];
      }
      seen.add(`${kind}/${name}`);
      tally.write('reactions');
      return [{ user_id: id, user_name: name, content: kind }];
    }),
  );
}

interface NumberedThread {
  readonly number: number;
  readonly thread: Thread;
}

export function forgeIssue({ number, thread }: NumberedThread, writing: ForgeWriting): YamlRecord {
  const { accountOf } = writing;
  return {
    ...headOf(number, thread, writing),
    ref: '',
    state: thread.state === 'open' ? 'open' : 'closed',
    is_locked: isLocked(thread),
    created: forgeTime(thread.createdAt),
    updated: forgeTime(thread.updatedAt ?? thread.closedAt ?? thread.createdAt),
    closed: forgeTimeOrNull(thread.closedAt),
    labels: thread.labels.map((label) => forgeLabel(label)),
    reactions: forgeReactions(thread.reactions, writing),
    assignees: thread.assignees.map((login) => accountOf(login).name),
    foreignindex: number,
  };
}

interface PullRequestPlace {
  /** The branch that has the change, and its newest commit; empty if the repository does not have it. */
  readonly headRef: string;
  readonly headSha: string;
  readonly patchPath: string;
}

export function forgePullRequest(
  numbered: NumberedThread,
  { headRef, headSha, patchPath }: PullRequestPlace,
  writing: ForgeWriting,
): YamlRecord {
  const { thread, number } = numbered;
  const facts = thread.pullRequest;
  const slash = writing.repo.lastIndexOf('/');
  // The head is a branch of the same repository: forks are not restored.
  const place = {
    clone_url: '',
    repo_name: writing.repo.slice(slash + 1),
    owner_name: writing.repo.slice(0, slash),
  };
  const { ref, foreignindex, ...issue } = forgeIssue(numbered, writing);
  return {
    ...issue,
    patch_url: patchPath,
    merged: thread.state === 'merged',
    merged_time: forgeTimeOrNull(facts?.mergedAt ?? null),
    merge_commit_sha: facts?.mergeCommitSha ?? '',
    head: { ...place, ref: headRef, sha: headSha },
    base: { ...place, ref: facts?.baseRef ?? '', sha: facts?.baseSha ?? '' },
    foreignindex: number,
    ensured_safe: true,
  };
}

/** A discussion as an issue with a label, after its text the category that it was in. */
export function forgeDiscussion(
  number: number,
  discussion: Discussion,
  label: Label,
  writing: ForgeWriting,
): YamlRecord {
  const labels = [label, ...discussion.labels.map((name) => ({ name, color: null }))];
  return {
    ...headOf(number, { ...discussion, milestone: null }, writing),
    ref: '',
    state: 'open',
    is_locked: false,
    created: forgeTime(discussion.createdAt),
    updated: forgeTime(discussion.updatedAt),
    closed: null,
    labels: labels.map((each) => forgeLabel(each)),
    reactions: forgeReactions(discussion.reactions, writing),
    assignees: [],
    foreignindex: number,
  };
}

function headOf(
  number: number,
  { author, title, body, milestone }: Pick<Thread, 'author' | 'title' | 'body' | 'milestone'>,
  { accountOf, textOf }: ForgeWriting,
): YamlRecord {
  const { id, name, email } = accountOf(author);
  return {
    number,
    poster_id: id,
    poster_name: name,
    poster_email: email,
    title: title ?? '',
    content: textOf(body),
    milestone: milestone ?? '',
  };
}

function isLocked({ timeline }: Thread): boolean {
  const last = timeline.findLast(
    (entry): entry is ThreadEvent =>
      entry.kind === 'event' && (entry.event === 'locked' || entry.event === 'unlocked'),
  );
  return last?.event === 'locked';
}

/** What forges record of a thread besides its comments, by the events of archives. */
const EVENTS: ReadonlyMap<string | null, string> = new Map([
  ['closed', 'close'],
  ['reopened', 'reopen'],
  ['merged', 'merge_pull'],
  ['renamed', 'change_title'],
]);

/** The comments and events of a thread, oldest first. */
export function forgeComments(
  { number, thread }: NumberedThread,
  writing: ForgeWriting,
): readonly YamlRecord[] {
  const { tally } = writing;
  const mergedAt = thread.pullRequest?.mergedAt ?? null;
  return thread.timeline.flatMap((entry) => {
    if (entry.kind === 'comment') {
      tally.write('comments');
      const reactions = forgeReactions(entry.reactions, writing);
      return [
        { ...commentOf(number, entry, 'comment', writing), content: writing.textOf(entry.body), reactions },
      ];
    }
    if (entry.kind !== 'event') {
      return [];
    }
    const type = EVENTS.get(entry.event);
    if (type === undefined) {
      tally.leaveOut(
        'events',
        'a forge restores only that something was closed, reopened, merged or renamed',
      );
      return [];
    }
    if (type === 'close' && mergedAt !== null && (entry.createdAt ?? '') >= mergedAt) {
      tally.leaveOut('events', 'a merge closes its pull request');
      return [];
    }
    tally.write('events');
    const meta =
      type === 'change_title'
        ? { meta: { OldTitle: entry.title_was ?? '', NewTitle: entry.title_is ?? '' } }
        : {};
    return [{ ...commentOf(number, entry, type, writing), content: '', reactions: [], ...meta }];
  });
}

function commentOf(
  number: number,
  entry: Comment | ThreadEvent,
  type: string,
  { accountOf }: ForgeWriting,
): YamlRecord {
  const { id, name, email } = accountOf(entry.kind === 'comment' ? entry.author : entry.actor);
  return {
    issue_index: number,
    index: entry.id,
    comment_type: type,
    poster_id: id,
    poster_name: name,
    poster_email: email,
    created: forgeTime(entry.createdAt),
    updated: forgeTime(entry.createdAt),
  };
}
