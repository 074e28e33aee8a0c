import { invariant } from '../../../base/failure.ts';
import type { Random } from '../../../base/random.ts';
import { pickWeighted } from '../random-picks.ts';
import { FOREIGN_ISSUES, ISSUE_BODIES } from './phrases.table.ts';
import { SUBJECTS, type SubjectKind } from './subjects.table.ts';
import type { Theme } from './themes.table.ts';

/** The values of placeholders in a template. */
type Words = Readonly<Record<string, string>>;

/** The subject of a thread, with the words of all its texts. */
export interface Subject {
  readonly kind: SubjectKind;
  readonly words: Words;
  readonly title: string;
  readonly pullTitle: string;
}

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

/** The subject of a bot's pull request: newer third-party packages. */
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

/** A branch name for a subject: `fix/keep-tide-tables-in-winter-12`. */
export function branchNameOf(subject: Subject, number: number): string {
  const slug = slugify(subject.pullTitle).split('-').slice(0, 5).join('-');
  return `${SUBJECTS[subject.kind].branch}/${slug}-${number}`;
}

/** Converts a text to lower-case words joined by hyphens. */
export function slugify(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}

/**
 * Replaces the placeholders of a template; `{Object}` gives the word a capital letter.
 */
export function fillTemplate(template: string, words: Words): string {
  return template.replace(/\{([A-Za-z]+)\}/g, (_, place: string) => {
    const name = place.charAt(0).toLowerCase() + place.slice(1);
    const word = words[name];
    invariant(word !== undefined, `there is a word for {${place}} in "${template}"`);
    return name === place ? word : word.charAt(0).toUpperCase() + word.slice(1);
  });
}

export interface TextWriter {
  readonly subject: Subject;
  readonly random: Random;
  /** Fills in a random phrase. It repeats a phrase only after using all, and never mentions the speaker. */
  write(phrases: readonly string[], speaker?: string): string;
}

interface TextWriterOptions extends Pick<TextWriter, 'random' | 'subject'> {
  /** Logins. */
  readonly mentionable: readonly string[];
  /** Numbers of older threads. */
  readonly olderNumbers?: readonly number[];
  /** Ids. */
  readonly commits?: readonly string[];
  /** The newest release; default: a version before the first one. */
  readonly version?: string | undefined;
}

const FIRST_VERSION = 'v0.1.0-dev';
const SHORT_SHA_LENGTH = 7;
const LOG_LINES = { min: 20, max: 120 } as const;

/** Mentions, references and counts are different in every text of a thread. */
export function createTextWriter(options: TextWriterOptions): TextWriter {
  const { subject, random, mentionable, olderNumbers = [], commits = [], version = FIRST_VERSION } = options;
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
    write(phrases, speaker) {
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

/** Makes some bodies long. */
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

/** Writes title and body of an issue in Markdown; a few do not have a body. */
export function writeIssueText(writer: TextWriter): { readonly title: string; readonly body: string | null } {
  const { random, subject, write } = writer;
  if (random.chance(FOREIGN_SHARE)) {
    const { title, body } = random.pick(FOREIGN_ISSUES);
    return { title: write([title]), body: write([body]) };
  }
  return { title: subject.title, body: random.chance(SILENT_SHARE) ? null : writeIssueBody(writer) };
}

export function writeIssueBody({ subject, write }: TextWriter): string {
  return write(ISSUE_BODIES[subject.kind]);
}
