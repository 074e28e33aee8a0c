import { createVoice, type Voice } from '../text/voice.ts';
import type { Person } from '../world.ts';
import type { MilestoneSchedule } from './create-milestones.ts';
import { createEventLog, type EventLog } from './event-log.ts';
import type { ReleasePlan } from './plan-releases.ts';
import type { ThreadPlan } from './plan-threads.ts';
import type { RepositoryWork } from './repository-work.ts';
import type { Scene } from './scene.ts';
import type { UploadDesk } from './upload-desk.ts';

/** Everything that is decided about a repository before its threads are written. */
export interface RepositoryStory {
  readonly scene: Scene;
  readonly threads: readonly ThreadPlan[];
  readonly releases: readonly ReleasePlan[];
  readonly work: RepositoryWork;
  readonly milestones: MilestoneSchedule;
  readonly uploads: UploadDesk;
  /** Names of the repository's labels. */
  readonly labels: readonly string[];
}

/** One thread while it is being written. */
export interface ThreadContext {
  readonly story: RepositoryStory;
  readonly number: number;
  readonly type: 'issue' | 'pull_request';
  /** Undefined where the account was deleted. */
  readonly author: Person | undefined;
  readonly createdMs: number;
  /** When it was closed, else the last moment of the repository. */
  readonly lastMs: number;
  readonly voice: Voice;
  readonly log: EventLog;
}

/** How many older threads a text may refer to. */
const REFERENCE_DISTANCE = 30;
const FIRST_VERSION = 'v0.1.0-dev';

/** Opens a thread: gives it a voice and an empty log. */
export function openThread(
  story: RepositoryStory,
  plan: Exclude<ThreadPlan, { type: 'discussion' }>,
): ThreadContext {
  const { scene, threads, releases, work } = story;
  const isGone = plan.type === 'pull_request' && plan.isAuthorGone;
  const endMs = plan.type === 'issue' ? plan.closedMs : plan.endMs;
  const known = [...scene.maintainers, ...scene.contributors].map((person) => person.login);
  const mentionable = [...known, ...scene.outsiders.slice(0, 3)].filter(
    (login) => login !== plan.author.login,
  );
  return {
    story,
    number: plan.number,
    type: plan.type,
    author: isGone ? undefined : plan.author,
    createdMs: plan.createdMs,
    lastMs: endMs ?? scene.endMs,
    voice: createVoice({
      subject: plan.subject,
      random: scene.random,
      mentionable: mentionable.length > 0 ? mentionable : known,
      olderNumbers: olderNumbers(threads, plan),
      commits: work.mainChanges
        .filter((change) => change.timeMs < plan.createdMs)
        .map((change) => change.sha),
      version: releases.findLast((release) => release.timeMs < plan.createdMs)?.version ?? FIRST_VERSION,
    }),
    log: createEventLog(scene.ids, new Set(mentionable)),
  };
}

function olderNumbers(threads: readonly ThreadPlan[], plan: ThreadPlan): readonly number[] {
  const place = threads.indexOf(plan);
  return threads.slice(Math.max(0, place - REFERENCE_DISTANCE), place).map((older) => older.number);
}
