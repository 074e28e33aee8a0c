import { invariant, type Random } from '../../../base/index.ts';
import { pickWeighted } from '../chance.ts';
import { FOREIGN_ISSUES, ISSUE_BODIES } from './phrases.table.ts';
import { SUBJECTS, type SubjectKind } from './subjects.table.ts';
import type { Theme } from './themes.table.ts';

/** Words for the places of a template. */
type Words = Readonly<Record<string, string>>;

/** What a thread is about: everything written in it uses the same words. */
export interface Subject {
  readonly kind: SubjectKind;
  readonly words: Words;
  /** How somebody who has the problem puts it. */
  readonly title: string;
  /** How somebody who solves it puts it. */
  readonly pullTitle: string;
}

/** Thinks of something to talk about in a project of this theme. */
export function createSubject(theme: Theme, random: Random): Subject {
  const weights = Object.fromEntries(Object.entries(SUBJECTS).map(([kind, row]) => [kind, row.weight]));
  const kind = pickWeighted(weights as Record<SubjectKind, number>, random); // The same keys as SUBJECTS.
  const words = {
    component: random.pick(theme.components),
    object: random.pick(theme.objects),
    condition: random.pick(theme.conditions),
    wish: random.pick(theme.wishes),
    project: theme.name,
  };
  const row = SUBJECTS[kind];
  return {
    kind,
    words,
    title: fillTemplate(random.pick(row.titles), words),
    pullTitle: fillTemplate(random.pick(row.pullTitles), words),
  };
}

/** What a bot proposes in a certain month: newer third-party packages. */
export function createUpdateSubject(timeMs: number): Subject {
  const title = `Update third-party packages (${new Date(timeMs).toISOString().slice(0, 7)})`;
  const words = {
    component: 'package list',
    object: 'third-party packages',
    condition: 'every month',
    wish: 'fresh packages',
    project: 'the project',
  };
  return { kind: 'chore', words, title, pullTitle: title };
}

/** A branch name for work on a subject: `fix/station-parser-on-the-day`. */
export function branchNameOf(subject: Subject, number: number): string {
  const slug = slugify(subject.pullTitle).split('-').slice(0, 5).join('-');
  return `${SUBJECTS[subject.kind].branch}/${slug}-${number}`;
}

/** Letters and digits in lower case with hyphens between. */
export function slugify(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}

/**
 * Puts words into a template: `{object}` takes the word as it is, `{Object}` begins it with a capital.
 * A place without a word is a mistake in a table.
 */
export function fillTemplate(template: string, words: Words): string {
  return template.replace(/\{([A-Za-z]+)\}/g, (_, place: string) => {
    const name = place.charAt(0).toLowerCase() + place.slice(1);
    const word = words[name];
    invariant(word !== undefined, `there is a word for {${place}} in "${template}"`);
    return name === place ? word : word.charAt(0).toUpperCase() + word.slice(1);
  });
}

/** Says the phrases of the tables with the words of one thread. */
export interface Voice {
  readonly subject: Subject;
  readonly random: Random;
  /** One of the phrases, its places filled; none comes twice while there are others. Speakers never mention themselves. */
  say(phrases: readonly string[], speaker?: string): string;
}

/** What a thread may speak of. */
interface VoiceOptions {
  readonly subject: Subject;
  readonly random: Random;
  /** Logins that may be mentioned. */
  readonly mentionable: readonly string[];
  /** Numbers of older threads. */
  readonly olderNumbers: readonly number[];
  /** Ids of commits that may be named. */
  readonly commits: readonly string[];
  /** The newest release, as people name it. */
  readonly version: string;
}

/** Git shows ids in this length. */
const SHORT_SHA_LENGTH = 7;
const LOG_LINES = { min: 20, max: 120 } as const;

/** Gives a thread its voice; mentions, references and numbers differ with every sentence. */
export function createVoice(options: VoiceOptions): Voice {
  const { subject, random, mentionable, olderNumbers, commits, version } = options;
  const words = (speaker?: string): Words => {
    const others = mentionable.filter((login) => login !== speaker);
    return {
      ...subject.words,
      version,
      mention: random.pick(others.length > 0 ? others : mentionable),
      reference: olderNumbers.length > 0 ? `#${random.pick(olderNumbers)}` : 'the last release',
      commit: commits.length > 0 ? random.pick(commits).slice(0, SHORT_SHA_LENGTH) : 'the first commit',
      count: String(random.integer(11, 59)),
    };
  };
  const said = new Set<string>();
  return {
    subject,
    random,
    say(phrases, speaker) {
      const fresh = phrases.filter((phrase) => !said.has(phrase));
      const phrase = random.pick(fresh.length > 0 ? fresh : phrases);
      said.add(phrase);
      return fillTemplate(
        phrase.replace('{log}', () => writeLog(subject, random)),
        words(speaker),
      );
    },
  };
}

/** What makes some bodies long. */
function writeLog({ words: { component = '', object = '' } }: Subject, random: Random): string {
  const count = random.integer(LOG_LINES.min, LOG_LINES.max);
  return Array.from(
    { length: count },
    (_, line) =>
      `[${String(line).padStart(4, '0')}] ${component}: read ${object} in ${random.integer(1, 900)} ms`,
  ).join('\n');
}

const FOREIGN_SHARE = 0.05;
const SILENT_SHARE = 0.05;

/** Writes title and body of an issue in Markdown; a few have no body. */
export function writeIssueText(voice: Voice): { readonly title: string; readonly body: string | null } {
  const { random, subject, say } = voice;
  if (random.chance(FOREIGN_SHARE)) {
    const { title, body } = random.pick(FOREIGN_ISSUES);
    return { title: say([title]), body: say([body]) };
  }
  return { title: subject.title, body: random.chance(SILENT_SHARE) ? null : writeIssueBody(voice) };
}

/** Writes a body that suits the subject. */
export function writeIssueBody({ subject, say }: Voice): string {
  return say(ISSUE_BODIES[subject.kind]);
}
