import { beforeEach, describe, expect, it } from 'vitest';
import { sampled } from '../../house/long-only.ts';
import { claim } from '../../spec/claim.ts';
import { DIALECTS, HOUR_MS, openStage, type Stage, worldOf } from './support/stage.ts';

const PACE_MS = 10_000;

describe.each(sampled(DIALECTS, 1))(
  'notifications while time passes, specification 2.6 and 4.4 (%s)',
  (dialect) => {
    let stage: Stage;
    let login: string;

    beforeEach(async () => {
      stage = await openStage(dialect, { world: worldOf(dialect, { issues: 30 }), livePaceMs: PACE_MS });
      login = stage.sandbox.ready.user;
    });

    /** All conversations that are not done, by id. */
    async function threads(): Promise<ReadonlyMap<string, Thread>> {
      const found = new Map<string, Thread>();
      for (let page = 1; ; page += 1) {
        const { json } = await stage.ask(`/notifications?all=true&per_page=50&page=${page}`);
        for (const thread of json) {
          if (['Issue', 'PullRequest'].includes(thread.subject.type)) {
            found.set(thread.id, thread);
          }
        }
        if (json.length < 50) {
          return found;
        }
      }
    }

    /** What was said in a repository since a moment. */
    async function saidSince(time: string): Promise<readonly Said[]> {
      const said: Said[] = [];
      for (const name of stage.sandbox.ready.repositories) {
        for (const page of [1, 2, 3]) {
          const { json } = await stage.ask(`/repos/${name}/events?per_page=100&page=${page}`);
          for (const { type, actor, payload, created_at } of json) {
            if (type === 'IssueCommentEvent' && created_at > time) {
              const address = `${name}#${payload.issue.number}`;
              said.push({ address, actor: actor.login, body: payload.comment.body });
            }
          }
        }
      }
      return said;
    }

    /** A comment of the user ends it, also one that was deleted since, which no feed shows. */
    async function isMuted(id: string): Promise<boolean> {
      return (await stage.ask(`/notifications/threads/${id}/subscription`)).json.ignored;
    }

    function addressOf({ subject, repository }: Thread): string {
      return `${repository.full_name}#${subject.url.split('/').at(-1)}`;
    }

    function now(): string {
      return new Date(stage.clock.now()).toISOString();
    }

    it('keep their reason until a later one has another, and a mention stays', async (context) => {
      let before = await threads();
      const seen = { kept: 0, changed: 0, mentions: 0 };
      for (let hour = 0; hour < 4; hour += 1) {
        const time = now();
        stage.clock.advance(HOUR_MS);
        const after = await threads();
        stage.clock.advance(31_000);
        const said = await saidSince(time);
        for (const [id, thread] of after) {
          const old = before.get(id);
          if (old === undefined) {
            continue;
          }
          const isNews = thread.unread && thread.updated_at > old.updated_at;
          const words = said.filter(({ address }) => address === addressOf(thread));
          const isMentioned = words.some(({ body }) => body.includes(`@${login}`));
          if (!isNews) {
            expect(thread.reason).toBe(old.reason);
          } else if (old.reason === 'mention') {
            expect(thread.reason).toBe('mention');
            seen.mentions += isMentioned || words.length === 0 ? 0 : 1;
          } else {
            seen.kept += thread.reason === old.reason ? 1 : 0;
            seen.changed += thread.reason === old.reason ? 0 : 1;
          }
        }
        before = await threads();
      }
      expect(Math.min(seen.kept, seen.changed, seen.mentions)).toBeGreaterThan(0);
      claim(context, '2.6/reason/kept', '2.6/reason/mention-stays');
    });

    it('reach watchers who left the conversation', async (context) => {
      const before = await threads();
      for (const id of before.keys()) {
        const path = `/notifications/threads/${id}/subscription`;
        expect((await stage.ask(path, { method: 'DELETE' })).status).toBe(204);
        stage.clock.advance(1_000);
      }
      const left = await threads();
      stage.clock.advance(HOUR_MS);
      const after = await threads();
      const heard = [...before.keys()].filter((id) => {
        const [old, thread] = [left.get(id), after.get(id)];
        return old !== undefined && thread !== undefined && thread.updated_at > old.updated_at;
      });
      expect(heard.some((id) => after.get(id)!.unread && after.get(id)!.reason !== 'mention')).toBe(true);
      claim(context, '3/subscription/watchers');
    });

    it('omit a muted conversation until the user comments or is mentioned', async (context) => {
      for (const id of (await threads()).keys()) {
        const path = `/notifications/threads/${id}/subscription`;
        expect((await stage.ask(path, { method: 'PUT', body: { ignored: true } })).status).toBe(200);
      }
      const muted = await threads();
      const time = now();
      stage.clock.advance(HOUR_MS);
      const after = await threads();
      stage.clock.advance(31_000);
      const said = await saidSince(time);
      const seen = { silent: 0, called: 0 };
      for (const [id, old] of muted) {
        const thread = after.get(id);
        const words = said.filter(({ address }) => address === addressOf(old));
        const isCalled = words.some(({ actor, body }) => body.includes(`@${login}`) && actor !== login);
        const spoke = words.some(({ actor }) => actor === login);
        if (thread === undefined || words.length === 0) {
          continue;
        }
        if (isCalled) {
          expect([thread.unread, thread.reason]).toEqual([true, 'mention']);
          seen.called += 1;
        } else if (!spoke && (await isMuted(id))) {
          expect([thread.updated_at, thread.unread]).toEqual([old.updated_at, old.unread]);
          seen.silent += 1;
        }
      }
      expect(Math.min(seen.silent, seen.called)).toBeGreaterThan(0);
      claim(context, '4.4/rule/4/mute');
    });
  },
);

interface Thread {
  readonly id: string;
  readonly reason: string;
  readonly unread: boolean;
  readonly updated_at: string;
  readonly subject: { readonly type: string; readonly url: string };
  readonly repository: { readonly full_name: string };
}

interface Said {
  readonly address: string;
  readonly actor: string;
  readonly body: string;
}
