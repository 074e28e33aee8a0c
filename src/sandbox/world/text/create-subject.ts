import type { Random } from '../../../base/index.ts';
import { pickWeighted } from '../chance.ts';
import { fillTemplate, type Words } from './fill-template.ts';
import { SUBJECTS, type SubjectKind } from './subjects.table.ts';
import type { Theme } from './themes.table.ts';

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
  const month = new Date(timeMs).toISOString().slice(0, 7);
  const title = `Update third-party packages (${month})`;
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
