import { invariant, type Random } from '../../../base/index.ts';
import type { IdSource } from '../chance.ts';
import { EventLog } from '../repository/thread-context.ts';
import type { RepositoryContent } from '../repository-content.ts';
import { THEMES } from '../text/themes.table.ts';
import { createSubject, createVoice, type Subject, type Voice } from '../text/voice.ts';
import type { EventDetail, ThreadEvent } from '../threads.ts';
import { SECOND_MS } from '../timestamps.ts';
import { findPerson, fullNameOf, type Person, type Repository, type World } from '../world.ts';

/** A moment in one repository, in which something may happen. */
export interface Moment {
  readonly world: World;
  readonly repository: Repository;
  readonly content: RepositoryContent;
  /** A whole second. */
  readonly atMs: number;
  readonly random: Random;
  readonly ids: IdSource;
}

/** Makes something happen; undefined where there is nothing that it could change. */
export type Deed = (moment: Moment) => Outcome | undefined;

/** A repository after a deed. Its dates and its count of open issues follow from the content. */
export interface Outcome {
  readonly content: RepositoryContent;
  readonly repository?: Partial<Repository>;
}

const PUSHERS: ReadonlySet<string> = new Set(['admin', 'maintain', 'write']);
const FIRST_VERSION = 'v0.1.0-dev';
/** Texts refer to this many of the newest threads and commits. */
const MEMORY = 30;

/** People who may push, merge and sort; the account where there are no others. */
export function maintainersOf({ world, content }: Moment): readonly [Person, ...Person[]] {
  const people = content.collaborators
    .filter(({ permission }) => PUSHERS.has(permission))
    .map(({ login }) => findPerson(world, login))
    .filter((person) => person !== undefined);
  const [first = world.account, ...others] = people;
  return [first, ...others];
}

/** Login of somebody who may push. */
export function pickMaintainer(moment: Moment): string {
  return moment.random.pick(maintainersOf(moment)).login;
}

/** Somebody who writes: in public anybody, in private those who may read. */
export function pickAuthor(moment: Moment): Person {
  const { world, repository, random } = moment;
  const everybody = world.people.filter((person) => !person.isBot);
  const readers = repository.isPrivate ? maintainersOf(moment) : [...maintainersOf(moment), ...everybody];
  return random.pick(readers);
}

/** Something to talk about: of the repository's theme, or of any where people described it themselves. */
export function thinkOfSubject({ repository, random }: Moment): Subject {
  const index = fullNameOf(repository).length % THEMES.length;
  const theme = THEMES.find(({ description }) => description === repository.description) ?? THEMES[index];
  invariant(theme !== undefined, 'there are themes');
  return createSubject(theme, random);
}

/** A voice for the next speaker. */
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

/** The events of one deed, those of people mentioned in its text included. */
export function logEvents(
  { world, ids, atMs }: Moment,
  actor: string,
  events: readonly EventDetail[],
  said: string | null = null,
): readonly ThreadEvent[] {
  const others = [world.account, ...world.people].filter(({ login }) => login !== actor);
  const log = new EventLog(ids, new Set(others.map(({ login }) => login)));
  log.addMentions(atMs, said);
  for (const event of events) {
    log.add(atMs, actor, event);
  }
  return log.finish(atMs + SECOND_MS);
}
