import { invariant } from '../../../base/index.ts';
import { fullNameOf } from '../repository/scene.ts';
import { createSubject, type Subject } from '../text/create-subject.ts';
import { THEMES, type Theme } from '../text/themes.table.ts';
import { createVoice, type Voice } from '../text/voice.ts';
import { findPerson, type Person, type Repository } from '../world.ts';
import type { Moment } from './moment.ts';

const PUSHERS: ReadonlySet<string> = new Set(['admin', 'maintain', 'write']);
const FIRST_VERSION = 'v0.1.0-dev';
/** A voice names one of so many threads and commits, the newest ones. */
const MEMORY = 30;

/** Those who may push, merge and sort; the owner's account where nobody else is known. */
export function maintainersOf({ world, content }: Moment): readonly [Person, ...Person[]] {
  const people = content.collaborators
    .filter(({ permission }) => PUSHERS.has(permission))
    .map(({ login }) => findPerson(world, login))
    .filter((person) => person !== undefined);
  const [first = world.account, ...others] = people;
  return [first, ...others];
}

/** Somebody who writes: in public anybody, in private whoever may read. */
export function pickAuthor(moment: Moment): Person {
  const { world, repository, random } = moment;
  const everybody = world.people.filter((person) => !person.isBot);
  const readers = repository.isPrivate ? maintainersOf(moment) : [...maintainersOf(moment), ...everybody];
  return random.pick(readers);
}

/** Something to talk about here. */
export function thinkOfSubject({ repository, random }: Moment): Subject {
  return createSubject(themeOf(repository), random);
}

/** Gives words to whoever speaks now. */
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

/** A repository keeps the description of its theme; one that people described themselves takes any theme. */
function themeOf(repository: Repository): Theme {
  const index = fullNameOf(repository).length % THEMES.length;
  const theme = THEMES.find(({ description }) => description === repository.description) ?? THEMES[index];
  invariant(theme !== undefined, 'there are themes');
  return theme;
}
