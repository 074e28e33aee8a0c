import type { Browsing, Thread, TimelineEntry } from '../../../reading/index.ts';

/** A remark that was in an older snapshot and is no longer there. */
export interface VanishedRemark {
  readonly kind: string;
  readonly url: string;
  readonly author: string | null;
  readonly createdAt: string | null;
  readonly body: string;
  /** Number of the snapshot that no longer had it. */
  readonly snapshotId: number;
}

/** A thread with what history knows of it. */
export interface ThreadPage {
  readonly thread: Thread;
  readonly repo: string;
  readonly edits: ReturnType<Browsing['edits']>;
  readonly vanished: readonly VanishedRemark[];
  /** Who wrote or did something in it. */
  readonly participants: readonly string[];
  /** Whether the bare repository was kept, for commits and differences. */
  readonly hasGit: boolean;
}

/** Reads a thread. Fails with `absent` where there is none. */
export function readThreadPage(store: Browsing, repo: string, number: number): ThreadPage {
  const thread = store.thread({ repo, number, anchor: undefined });
  return {
    thread,
    repo,
    edits: store.edits(thread.url),
    vanished: store.vanishedBelow(thread.url).flatMap((record) => toRemark(record) ?? []),
    participants: participantsOf(thread),
    hasGit: store.gitPlace(repo, false) !== undefined,
  };
}

function toRemark(record: ReturnType<Browsing['vanishedBelow']>[number]): VanishedRemark | undefined {
  const json: Readonly<Record<string, unknown>> = JSON.parse(record.json);
  const body = textOf(json['body']);
  return body === null
    ? undefined
    : {
        kind: record.kind,
        url: record.url,
        author: textOf(json['user'])?.replace(/^.*\//, '') ?? null,
        createdAt: textOf(json['created_at'] ?? json['submitted_at']),
        body,
        snapshotId: record.snapshotId,
      };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function participantsOf({ author, timeline }: Thread): readonly string[] {
  return [...new Set([author, ...timeline.flatMap(authorsOf)])].filter((login) => login !== null);
}

function authorsOf(entry: TimelineEntry): readonly (string | null)[] {
  switch (entry.kind) {
    case 'event':
      return [];
    case 'comment':
      return [entry.author];
    case 'review':
      return [entry.author, ...entry.conversations.flatMap(authorsOf)];
    case 'conversation':
      return entry.comments.map((comment) => comment.author);
  }
}
