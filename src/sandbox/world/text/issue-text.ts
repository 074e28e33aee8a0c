import { pickSome } from '../chance.ts';
import { FOREIGN_ISSUES, ISSUE_PHRASES } from './issue-phrases.table.ts';
import type { Voice } from './voice.ts';

/** What somebody types when opening an issue. */
export interface IssueText {
  readonly title: string;
  readonly body: string | null;
}

const FOREIGN_SHARE = 0.05;
const SILENT_SHARE = 0.05;

/** Writes title and body of an issue in Markdown; a few have no body. */
export function writeIssueText(voice: Voice): IssueText {
  const { random, subject } = voice;
  if (random.chance(FOREIGN_SHARE)) {
    const issue = random.pick(FOREIGN_ISSUES);
    return { title: voice.fill(issue.title), body: voice.fill(issue.body) };
  }
  return { title: subject.title, body: random.chance(SILENT_SHARE) ? null : writeIssueBody(voice) };
}

/** Writes a body that suits the subject. */
export function writeIssueBody(voice: Voice): string {
  const { say } = voice;
  switch (voice.subject.kind) {
    case 'bug':
      return writeReport(voice);
    case 'feature':
      return paragraphs(
        say(ISSUE_PHRASES.featureMotives),
        say(ISSUE_PHRASES.featureIdeas),
        say(ISSUE_PHRASES.featureEndings),
      );
    case 'performance':
      return paragraphs(
        say(ISSUE_PHRASES.bugOpenings),
        say(ISSUE_PHRASES.measurements),
        say(ISSUE_PHRASES.environments),
      );
    case 'docs':
    case 'question':
      return say(ISSUE_PHRASES.questions);
    case 'chore':
      return say(ISSUE_PHRASES.checklists);
  }
}

function writeReport(voice: Voice): string {
  const { random, say, fill } = voice;
  const steps = pickSome(ISSUE_PHRASES.steps, random.integer(2, 4), random)
    .map((step, index) => `${index + 1}. ${fill(step)}`)
    .join('\n');
  return paragraphs(
    say(ISSUE_PHRASES.bugOpenings),
    '### Steps to reproduce',
    steps,
    random.chance(0.7) ? `### What happened\n\n${say(ISSUE_PHRASES.observations)}` : undefined,
    `\`\`\`text\n${say(ISSUE_PHRASES.logs)}\n\`\`\``,
    random.chance(0.6) ? `### Expected\n\n${say(ISSUE_PHRASES.expectations)}` : undefined,
    random.chance(0.7) ? say(ISSUE_PHRASES.environments) : undefined,
  );
}

function paragraphs(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join('\n\n');
}
