import type { Random } from '../../../base/random.ts';
import type { IdSource } from '../random-picks.ts';
import { EventLog } from '../repository/thread-context.ts';
import type { RepositoryContent } from '../repository-content.ts';
import { createSubject, createTextWriter, type TextWriter } from '../text/text-writer.ts';
import { THEMES } from '../text/themes.table.ts';
import type { EventDetail, Issue, PullRequest, ThreadEvent } from '../threads.ts';
import { formatSeconds, SECOND_MS } from '../timestamps.ts';
import { findPerson, type Person, type Repository, type World } from '../world.ts';

export interface ActionContext {
  readonly world: World;
  readonly repository: Repository;
  readonly content: RepositoryContent;
  /** People with write access. */
  readonly maintainers: readonly Person[];
  /** A whole second. */
  readonly atMs: number;
  readonly random: Random;
  readonly ids: IdSource;
}

/** Changes the content of a repository; undefined if the change is not possible at the moment. */
export type Action = (context: ActionContext) => RepositoryContent | undefined;

const PUSHERS: ReadonlySet<string> = new Set(['admin', 'maintain', 'write']);
/** The number of newest threads and commits that texts may refer to. */
const MEMORY = 30;

/** People with write access; the account if there are no others. */
export function maintainersOf(world: World, { collaborators }: RepositoryContent): readonly Person[] {
  const people = collaborators
    .filter(({ permission }) => PUSHERS.has(permission))
    .map(({ login }) => findPerson(world, login))
    .filter((person) => person !== undefined);
  return people.length > 0 ? people : [world.account];
}

/** A person who may write: anyone in a public repository. */
export function pickAuthor({ world, repository, maintainers, random }: ActionContext): Person {
  const everybody = world.people.filter((person) => !person.isBot);
  return random.pick(repository.isPrivate ? maintainers : [...maintainers, ...everybody]);
}

/** Changes a random item; undefined if there is none. */
export function changeAny<Item>(
  items: readonly Item[],
  { random }: ActionContext,
  change: (item: Item) => RepositoryContent,
): RepositoryContent | undefined {
  return items.length === 0 ? undefined : change(random.pick(items));
}

/** Writes texts about a subject of the repository's theme, or of any theme if the repository has its own description. */
export function createWriter({ content, repository, maintainers, random, world }: ActionContext): TextWriter {
  const theme = THEMES.find(({ description }) => description === repository.description);
  const logins = maintainers.map((person) => person.login);
  const numbers = [...content.issues, ...content.pullRequests].map((thread) => thread.number);
  return createTextWriter({
    subject: createSubject(theme ?? random.pick(THEMES), random),
    random,
    mentionable: logins.length > 1 ? logins : [world.account.login, ...logins],
    olderNumbers: numbers.slice(-MEMORY),
    commits: content.git.commits.slice(-MEMORY).map((commit) => commit.sha),
    version: content.releases.findLast((release) => release.publishedAt !== null)?.tagName,
  });
}

/** The events of one action, including mentions in its text. */
function logEvents(
  { world, ids, atMs }: ActionContext,
  actor: string,
  events: readonly EventDetail[],
  text: string | null = null,
): readonly ThreadEvent[] {
  const others = [world.account, ...world.people].filter(({ login }) => login !== actor);
  const log = new EventLog(ids, new Set(others.map(({ login }) => login)));
  log.addMentions(atMs, text);
  for (const event of events) {
    log.add(atMs, actor, event);
  }
  return log.finish(atMs + SECOND_MS);
}

/** A new issue, or the fields that a new pull request has in common with it. */
export function createThread(
  context: ActionContext,
  text: Pick<Issue, 'author' | 'body' | 'title'>,
  labels: readonly string[] = [],
): Issue {
  const { issues, pullRequests, discussions } = context.content;
  const numbers = [...issues, ...pullRequests, ...discussions].map((thread) => thread.number);
  const labeling = labels.map((label) => ({ event: 'labeled', label }) as const);
  const createdAt = formatSeconds(context.atMs);
  return {
    ...text,
    number: Math.max(0, ...numbers) + 1,
    assignees: [],
    milestone: null,
    labels,
    reactions: [],
    comments: [],
    events: logEvents(context, text.author, labeling, text.body),
    createdAt,
    updatedAt: createdAt,
    closedAt: null,
  };
}

interface ThreadChange {
  readonly actor: string;
  readonly events?: readonly EventDetail[];
  /** A text that may mention people. */
  readonly text?: string;
  readonly fields?: Partial<PullRequest>;
}

/** Changes a thread, adds events, and updates its time. */
export function changeThread(
  { number, events: before }: Issue | PullRequest,
  { actor, events = [], text, fields }: ThreadChange,
  context: ActionContext,
): RepositoryContent {
  const edit = {
    ...fields,
    events: [...before, ...logEvents(context, actor, events, text)],
    updatedAt: formatSeconds(context.atMs),
  };
  const change = <Thread extends Issue | PullRequest>(threads: readonly Thread[]) =>
    threads.map((thread) => (thread.number === number ? { ...thread, ...edit } : thread));
  const { content } = context;
  return { ...content, issues: change(content.issues), pullRequests: change(content.pullRequests) };
}
