import { invariant, type Random } from '../../../base/index.ts';
import type { IdSource } from '../chance.ts';
import { EventLog } from '../repository/thread-context.ts';
import type { RepositoryContent } from '../repository-content.ts';
import { THEMES } from '../text/themes.table.ts';
import { createSubject, createVoice, type Subject, type Voice } from '../text/voice.ts';
import type { EventDetail, ThreadEvent } from '../threads.ts';
import { SECOND_MS } from '../timestamps.ts';
import { findPerson, fullNameOf, type Person, type Repository, type World } from '../world.ts';

/** The time and place of an action. */
export interface Moment {
  readonly world: World;
  readonly repository: Repository;
  readonly content: RepositoryContent;
  /** A whole second. */
  readonly atMs: number;
  readonly random: Random;
  readonly ids: IdSource;
}

/** A change of a repository; undefined if it is not possible at the moment. */
export type Action = (moment: Moment) => Outcome | undefined;

/** A repository after an action; its dates and its count of open issues are derived from the content. */
export interface Outcome {
  readonly content: RepositoryContent;
  readonly repository?: Partial<Repository>;
}

const PUSHERS: ReadonlySet<string> = new Set(['admin', 'maintain', 'write']);
const FIRST_VERSION = 'v0.1.0-dev';
/** The number of newest threads and commits that texts may refer to. */
const MEMORY = 30;

/** People with write access; the account if there are no others. */
export function maintainersOf({ world, content }: Moment): readonly [Person, ...Person[]] {
  const people = content.collaborators
    .filter(({ permission }) => PUSHERS.has(permission))
    .map(({ login }) => findPerson(world, login))
    .filter((person) => person !== undefined);
  const [first = world.account, ...others] = people;
  return [first, ...others];
}

export function pickMaintainer(moment: Moment): string {
  return moment.random.pick(maintainersOf(moment)).login;
}

/** A person who may write: anyone in a public repository. */
export function pickAuthor(moment: Moment): Person {
  const { world, repository, random } = moment;
  const everybody = world.people.filter((person) => !person.isBot);
  const readers = repository.isPrivate ? maintainersOf(moment) : [...maintainersOf(moment), ...everybody];
  return random.pick(readers);
}

/** A subject of the repository's theme, or of another theme if its description is not that of a theme. */
export function pickSubject({ repository, random }: Moment): Subject {
  const index = fullNameOf(repository).length % THEMES.length;
  const theme = THEMES.find(({ description }) => description === repository.description) ?? THEMES[index];
  invariant(theme !== undefined, 'there are themes');
  return createSubject(theme, random);
}

export function voiceFor(moment: Moment, subject: Subject): Voice {
  const { content, random, world } = moment;
  const maintainers = maintainersOf(moment).map((person) => person.login);
  const numbers = [...content.issues, ...content.pullRequests].map((thread) => thread.number);
  return createVoice({
    subject,
    random,
    mentionable: maintainers.length > 1 ? maintainers : [world.account.login, ...maintainers],
    olderNumbers: numbers.slice(-MEMORY),
    commits: content.git.commits.slice(-MEMORY).map((commit) => commit.sha),
    version: content.releases.findLast((release) => release.publishedAt !== null)?.tagName ?? FIRST_VERSION,
  });
}

/** The events of one action, including mentions in its text. */
export function logEvents(
  { world, ids, atMs }: Moment,
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
