import type { Random } from '../../../base/random.ts';
import { type IdSource, pickCount, pickGuid, pickSome } from '../random-picks.ts';
import type { Attachment, AttachmentParent, Milestone, UploadedFile } from '../repository-content.ts';
import { PICTURE_NAMES, UPLOAD_NAMES } from '../text/phrases.table.ts';
import { createTextWriter, type TextWriter } from '../text/text-writer.ts';
import {
  type Comment,
  type EventDetail,
  REACTION_NAMES,
  type Reaction,
  type ThreadEvent,
} from '../threads.ts';
import { DAY_MS, formatSeconds, latestOf, SECOND_MS } from '../timestamps.ts';
import type { Person } from '../world.ts';
import { fullNameOf } from '../world.ts';
import type { PullPlan, ThreadPlan } from './plan-threads.ts';
import type { Project, ReleasePlan } from './project.ts';
import type { RepositoryWork } from './repository-work.ts';
import { MAX_CONSIDERED } from './simulate-git.ts';

/** Collects the events of one thread; only `mentionable` logins count as mentions. */
export class EventLog {
  readonly #ids: IdSource;
  readonly #mentionable: ReadonlySet<string>;
  readonly #followers = new Set<string>();
  readonly #drafts: {
    readonly timeMs: number;
    readonly actor: string | null;
    readonly detail: EventDetail;
  }[] = [];

  constructor(ids: IdSource, mentionable: ReadonlySet<string>) {
    this.#ids = ids;
    this.#mentionable = mentionable;
  }

  /** `actor` is null for a deleted account. */
  add(timeMs: number, actor: string | null, detail: EventDetail): void {
    this.#drafts.push({ timeMs, actor, detail });
  }

  /** Adds events for each mention in a text, which subscribes the person to the thread. */
  addMentions(timeMs: number, text: string | null): void {
    for (const [, login = ''] of (text ?? '').matchAll(/(?<![\w`/])@([A-Za-z\d][A-Za-z\d-]*)/g)) {
      if (this.#mentionable.has(login)) {
        this.add(timeMs, login, { event: 'mentioned' });
      }
      if (this.#mentionable.has(login) && !this.#followers.has(login)) {
        this.#followers.add(login);
        this.add(timeMs, login, { event: 'subscribed' });
      }
    }
  }

  /** All events in the order of time, before `latestMs`. */
  finish(latestMs: number): readonly ThreadEvent[] {
    return this.#drafts
      .map((draft) => ({ ...draft, timeMs: Math.min(draft.timeMs, latestMs - SECOND_MS) }))
      .toSorted((a, b) => a.timeMs - b.timeMs)
      .map(({ timeMs, actor, detail }) => ({
        id: this.#ids('event', timeMs),
        actor,
        createdAt: formatSeconds(timeMs),
        ...detail,
      }));
  }
}

/** Reactions to a text written at a time, at most one per person, and `average` on average. */
export function createReactions(project: Project, timeMs: number, average: number): readonly Reaction[] {
  const { random, endMs, audience } = project;
  return pickSome(audience, pickCount(average, random), random)
    .map((login) => ({
      login,
      content: random.chance(0.4) ? ('+1' as const) : random.pick(REACTION_NAMES),
      timeMs: Math.min(endMs, timeMs + random.integer(1, 20 * DAY_MS)),
    }))
    .toSorted((a, b) => a.timeMs - b.timeMs)
    .map(({ timeMs: reactedMs, ...reaction }) => ({
      ...reaction,
      createdAt: new Date(reactedMs).toISOString(),
    }));
}

/** Since then the URLs of uploads do not contain a user id. */
const NEW_URLS_SINCE_MS = Date.UTC(2023, 5, 1);

interface Upload {
  readonly author: Person;
  readonly timeMs: number;
}

export class UploadCollector {
  readonly attachments: Attachment[] = [];
  readonly files: UploadedFile[] = [];
  readonly #project: Project;

  constructor(project: Project) {
    this.#project = project;
  }

  /** Returns Markdown that shows the picture. */
  addPicture({ author, timeMs, parent }: Upload & { readonly parent: AttachmentParent }): string {
    const { random, ids, webUrl } = this.#project;
    const guid = pickGuid(random);
    const name = fillCount(random.pick(PICTURE_NAMES), random.integer(10, 99));
    const uploadId = ids('upload', timeMs);
    const url =
      timeMs < NEW_URLS_SINCE_MS
        ? `${webUrl}/user-images/${author.id}/${uploadId}-${guid}.png`
        : `${webUrl}/user-attachments/assets/${guid}`;
    const picture = { width: random.integer(80, 160), height: random.integer(50, 90), seed: guid };
    this.attachments.push({
      path: `attachments/${guid}/${name}`,
      url,
      parent,
      author: author.login,
      name,
      contentType: 'image/png',
      createdAt: formatSeconds(timeMs),
      content: { type: 'picture', picture },
    });
    return `![${name.replace(/\.\w+$/, '').replaceAll(/[[\]]/g, '')}](${url})`;
  }

  /** Returns Markdown that links to the file. */
  addFile({ author, timeMs }: Upload): string {
    const { random, ids, webUrl, theme } = this.#project;
    const [template, contentType] = random.pick(UPLOAD_NAMES);
    const name = fillCount(template, random.integer(10, 99));
    const id = ids('file', timeMs);
    const lines = Array.from(
      { length: random.integer(3, 30) },
      (_, index) => `${index + 1};${random.pick(theme.objects)};${random.integer(1, 9_999)}`,
    );
    const url = `${webUrl}/${fullNameOf(this.#project)}/files/${id}/${encodeURIComponent(name)}`;
    this.files.push({
      id,
      path: `repository_files/${id}/${name}`,
      url,
      author: author.login,
      name,
      contentType,
      createdAt: formatSeconds(timeMs),
      content: { type: 'text', text: `${lines.join('\n')}\n` },
    });
    return `[${name}](${url})`;
  }
}

function fillCount(template: string, count: number): string {
  return template.replace('{count}', String(count));
}

/** The content of a repository that is created before its threads. */
export interface RepositoryBasis {
  readonly project: Project;
  readonly threads: readonly ThreadPlan[];
  readonly releases: readonly ReleasePlan[];
  readonly work: RepositoryWork;
  readonly milestones: readonly Milestone[];
  readonly uploads: UploadCollector;
  readonly labels: readonly string[];
  readonly links: ThreadLinks;
}

interface ThreadLinks {
  /** Its place among the threads. */
  readonly places: ReadonlyMap<number, number>;
  readonly pulls: ReadonlyMap<number, PullPlan>;
  /** The first pull request that fixes an issue. */
  readonly fixes: ReadonlyMap<number, PullPlan>;
  /** Commits that refer to an issue. */
  readonly references: ReadonlyMap<number, RepositoryWork['references']>;
}

export function linkThreads(threads: readonly ThreadPlan[], { references }: RepositoryWork): ThreadLinks {
  const pulls = threads.filter((plan) => plan.type === 'pull_request');
  const byNumber = new Map<number, RepositoryWork['references'][number][]>();
  for (const reference of references) {
    const known = byNumber.get(reference.number) ?? [];
    known.push(reference);
    byNumber.set(reference.number, known);
  }
  return {
    places: new Map(threads.map(({ number }, place) => [number, place])),
    pulls: new Map(pulls.map((plan) => [plan.number, plan])),
    // The last entry of a key counts.
    fixes: new Map(
      pulls.toReversed().flatMap((plan) => (plan.fixes === undefined ? [] : [[plan.fixes, plan]])),
    ),
    references: byNumber,
  };
}

export interface ThreadContext extends RepositoryBasis {
  readonly random: Random;
  readonly number: number;
  readonly type: 'issue' | 'pull_request';
  /** Undefined for a deleted account. */
  readonly author: Person | undefined;
  readonly createdMs: number;
  /** When it was closed, otherwise the end of the repository. */
  readonly lastMs: number;
  readonly writer: TextWriter;
  readonly log: EventLog;
}

/** The number of older threads that a text may refer to. */
const REFERENCE_DISTANCE = 30;

/** Starts a thread with an empty log. */
export function openThread(
  basis: RepositoryBasis,
  plan: Exclude<ThreadPlan, { type: 'discussion' }>,
): ThreadContext {
  const { project, releases, work } = basis;
  const isGone = plan.type === 'pull_request' && plan.isAuthorGone;
  const endMs = plan.type === 'issue' ? plan.closedMs : plan.endMs;
  const known = [...project.maintainers, ...project.contributors].map((person) => person.login);
  const mentionable = [...known, ...project.outsiders.slice(0, 3)].filter(
    (login) => login !== plan.author.login,
  );
  return {
    ...basis,
    random: project.random,
    number: plan.number,
    type: plan.type,
    author: isGone ? undefined : plan.author,
    createdMs: plan.createdMs,
    lastMs: endMs ?? project.endMs,
    writer: createTextWriter({
      subject: plan.subject,
      random: project.random,
      mentionable: mentionable.length > 0 ? mentionable : known,
      olderNumbers: olderNumbers(basis, plan, REFERENCE_DISTANCE),
      commits: commitsBefore(work, plan.createdMs),
      version: releases.findLast((release) => release.timeMs < plan.createdMs)?.version,
    }),
    log: new EventLog(project.ids, new Set(mentionable)),
  };
}

/** The common fields of a thread, once its comments and log are complete. */
export function finishThread(
  { project, number, createdMs, log }: ThreadContext,
  comments: readonly Comment[],
) {
  const createdAt = formatSeconds(createdMs);
  const events = log.finish(project.endMs);
  const times = [...comments, ...events].map((item) => item.createdAt);
  return { number, comments, events, createdAt, updatedAt: latestOf(createdAt, times) };
}

/** The numbers of the last threads before another. */
export function olderNumbers(
  { threads, links }: Pick<RepositoryBasis, 'links' | 'threads'>,
  { number }: ThreadPlan,
  most: number,
): readonly number[] {
  const place = links.places.get(number) ?? 0;
  return threads.slice(Math.max(0, place - most), place).map((older) => older.number);
}

/** The last commits on the default branch before a moment; they are in the order of time. */
function commitsBefore({ mainChanges }: RepositoryWork, timeMs: number): readonly string[] {
  let [low, high] = [0, mainChanges.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    [low, high] = (mainChanges[middle]?.timeMs ?? timeMs) < timeMs ? [middle + 1, high] : [low, middle];
  }
  return mainChanges.slice(Math.max(0, low - MAX_CONSIDERED), low).map(({ sha }) => sha);
}

const WEB_SHARE = 0.3;

/** Converts some texts to CRLF, which browsers send. */
export function withBrowserNewlines(text: string, random: Random): string {
  return random.chance(WEB_SHARE) ? text.replaceAll('\n', '\r\n') : text;
}
