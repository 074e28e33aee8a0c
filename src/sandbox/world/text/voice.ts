import type { Random } from '../../../base/index.ts';
import type { Subject } from './create-subject.ts';
import { fillTemplate, type Words } from './fill-template.ts';

/** Says the phrases of the tables with the words of one thread. */
export interface Voice {
  readonly subject: Subject;
  readonly random: Random;
  /**
   * One of the phrases, its places filled; none comes twice while there are others. Nobody mentions themself.
   */
  say(phrases: readonly string[], speaker?: string): string;
  fill(template: string): string;
}

/** What a thread may speak of. */
export interface VoiceOptions {
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

/** Gives a thread its voice; mentions, references and numbers differ with every sentence. */
export function createVoice(options: VoiceOptions): Voice {
  const { subject, random, mentionable, olderNumbers, commits, version } = options;
  const words = (speaker?: string): Words => ({
    ...subject.words,
    version,
    mention: random.pick(withoutSpeaker(mentionable, speaker)),
    reference: olderNumbers.length > 0 ? `#${random.pick(olderNumbers)}` : 'the last release',
    commit: commits.length > 0 ? random.pick(commits).slice(0, SHORT_SHA_LENGTH) : 'the first commit',
    count: String(random.integer(11, 59)),
  });
  const said = new Set<string>();
  return {
    subject,
    random,
    say(phrases, speaker) {
      const fresh = phrases.filter((phrase) => !said.has(phrase));
      const phrase = random.pick(fresh.length > 0 ? fresh : phrases);
      said.add(phrase);
      return fillTemplate(phrase, words(speaker));
    },
    fill: (template) => fillTemplate(template, words()),
  };
}

function withoutSpeaker(logins: readonly string[], speaker: string | undefined): readonly string[] {
  const others = logins.filter((login) => login !== speaker);
  return others.length > 0 ? others : logins;
}
