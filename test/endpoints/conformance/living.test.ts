import { describe, expect, it } from 'vitest';
import type { NotificationJson } from '../../../src/endpoints/answer-types.ts';
import { createEvents } from '../../../src/endpoints/events.ts';
import { createNotifications } from '../../../src/endpoints/notifications.ts';
import { claim } from '../../spec/claim.ts';
import { allItems, type Whole } from './support/all-items.ts';
import { type ClientStage, DIALECT_NAMES, openClientStage } from './support/client-stage.ts';

const HOUR_MS = 3_600_000;
const SIZE = { repositories: 4, issues: 30, years: 2, livePaceMs: 10_000 };

interface Said {
  readonly address: string;
  readonly actor: string;
  readonly body: string;
}

interface Comment {
  readonly issue: { readonly number: number };
  readonly comment: { readonly body: string };
}

interface Review {
  readonly pull_request: { readonly number: number };
  readonly review: { readonly body: string };
}

/** All conversations that are not done, by id. */
async function threadsOf(
  stage: ClientStage,
): Promise<ReadonlyMap<NotificationJson['id'], Whole<NotificationJson>>> {
  const threads = await allItems(createNotifications(stage.clientOf('classic')).list({ all: true }));
  const spoken = threads.filter(({ subject }) => ['Issue', 'PullRequest'].includes(subject.type));
  return new Map(spoken.map((thread) => [thread.id, thread]));
}

/** What was said in all repositories between two moments. */
async function saidBetween(stage: ClientStage, sinceMs: number, untilMs: number): Promise<readonly Said[]> {
  const events = createEvents(stage.clientOf('classic'));
  const said: Said[] = [];
  for (const repository of stage.sandbox.ready.repositories) {
    for (const { type, actor, payload, created_at: at } of await allItems(
      events.list({ feed: 'repository', repository }),
    )) {
      if (Date.parse(at) <= sinceMs || Date.parse(at) >= untilMs) {
        continue;
      }
      if (type === 'IssueCommentEvent') {
        const { issue, comment } = payload as unknown as Comment;
        said.push({ address: `${repository}#${issue.number}`, actor: actor.login, body: comment.body });
      }
      if (type === 'PullRequestReviewEvent') {
        const { pull_request: pull, review } = payload as unknown as Review;
        said.push({ address: `${repository}#${pull.number}`, actor: actor.login, body: review.body });
      }
    }
  }
  return said;
}

function addressOf({ subject, repository }: Whole<NotificationJson>): string {
  return `${repository.full_name}#${subject.url?.split('/').at(-1)}`;
}

describe.each(DIALECT_NAMES)('notifications while time passes, specification 2.6 and 4.4 (%s)', (dialect) => {
  it('show the reason of each, which changes with a later notification, and a mention that stays', async (context) => {
    const stage = await openClientStage(dialect, SIZE);
    const seen = { kept: 0, changed: 0, mentions: 0 };
    let before = await threadsOf(stage);
    for (let hour = 0; hour < 4; hour += 1) {
      stage.clock.advance(HOUR_MS);
      const after = await threadsOf(stage);
      for (const [id, thread] of after) {
        const old = before.get(id);
        if (old === undefined) {
          continue;
        }
        const isNews = thread.unread && thread.updated_at > old.updated_at;
        if (!isNews || old.reason === 'mention') {
          expect(thread.reason).toBe(old.reason);
          seen.mentions += isNews ? 1 : 0;
        } else {
          seen[thread.reason === old.reason ? 'kept' : 'changed'] += 1;
        }
      }
      before = after;
    }
    expect(Math.min(seen.kept, seen.changed, seen.mentions)).toBeGreaterThan(0);
    claim(context, '2.6/reason/kept', '2.6/reason/mention-stays');
  });

  it('still reach those who watch the repository and left the conversation', async (context) => {
    const stage = await openClientStage(dialect, SIZE);
    const notifications = createNotifications(stage.clientOf('classic'));
    const before = await threadsOf(stage);
    for (const id of before.keys()) {
      await notifications.deleteSubscription(Number(id));
    }
    const left = await threadsOf(stage);
    stage.clock.advance(HOUR_MS);
    const after = await threadsOf(stage);
    const heard = [...left].filter(([id, old]) => (after.get(id)?.updated_at ?? '') > old.updated_at);
    expect(heard.some(([id]) => after.get(id)?.unread === true && after.get(id)?.reason !== 'mention')).toBe(
      true,
    );
    claim(context, '3/subscription/watchers');
  });

  it('are silent on a muted conversation until the user comments or is mentioned', async (context) => {
    const stage = await openClientStage(dialect, SIZE);
    const notifications = createNotifications(stage.clientOf('classic'));
    const before = await threadsOf(stage);
    for (const id of before.keys()) {
      await notifications.setSubscription(Number(id), true);
    }
    // What began meanwhile was not muted.
    const muted = [...(await threadsOf(stage))].filter(([id]) => before.has(id));
    const sinceMs = stage.clock.now();
    const said: Said[] = [];
    for (let hour = 0; hour < 3; hour += 1) {
      stage.clock.advance(HOUR_MS);
      // A feed holds 300 events: what was said in three hours is more.
      said.push(...(await saidBetween(stage, sinceMs, stage.clock.now())));
    }
    const untilMs = stage.clock.now();
    const after = await threadsOf(stage);
    stage.clock.advance(31_000); // Feeds lag behind by half a minute (specification 6, rule 3).
    said.push(...(await saidBetween(stage, sinceMs, untilMs)));
    const seen = { silent: 0, called: 0 };
    for (const [id, old] of muted) {
      const thread = after.get(id);
      const words = said.filter(({ address }) => address === addressOf(old));
      if (thread === undefined || thread.updated_at === old.updated_at) {
        seen.silent += thread === undefined || words.length === 0 ? 0 : 1;
        continue;
      }
      // What breaks the silence: a mention, or a word of the account itself, after which any reason may follow.
      const hasSpoken = words.some(({ actor }) => actor === stage.sandbox.ready.user);
      expect(hasSpoken ? 'mention' : thread.reason).toMatch(/^(?:mention|comment)$/);
      seen.called += thread.unread && thread.reason === 'mention' ? 1 : 0;
    }
    expect(Math.min(seen.silent, seen.called)).toBeGreaterThan(0);
    claim(context, '4.4/rule/4/mute');
  });
});
