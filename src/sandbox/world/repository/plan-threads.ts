import { invariant } from '../../../base/failure.ts';
import type { Random } from '../../../base/random.ts';
import { pickEarlyMs } from '../random-picks.ts';
import { branchNameOf, createSubject, createUpdateSubject, type Subject } from '../text/text-writer.ts';
import { DAY_MS, HOUR_MS } from '../timestamps.ts';
import type { Person } from '../world.ts';
import { type Project, pickWriter } from './project.ts';

interface Plan<Type> {
  readonly type: Type;
  readonly number: number;
  readonly author: Person;
  readonly subject: Subject;
  readonly createdMs: number;
}

/** An issue without text. */
export interface IssuePlan extends Plan<'issue'> {
  readonly closedMs: number | undefined;
  /** The pull request whose merge closes it. */
  readonly closedBy: number | undefined;
}

/** A pull request without text and commits. */
export interface PullPlan extends Plan<'pull_request'> {
  /** True if the author's account was deleted. */
  readonly isAuthorGone: boolean;
  readonly fate: 'open' | 'merged' | 'closed';
  readonly endMs: number | undefined;
  /** When the author added a commit after a review. */
  readonly revisedMs: number | undefined;
  readonly isForcePushed: boolean;
  readonly fixes: number | undefined;
  readonly branch: string;
  readonly fork: 'none' | 'present' | 'gone';
  readonly isSquashed: boolean;
}

/** The records that share one sequence of numbers, without text. */
export type ThreadPlan = IssuePlan | PullPlan | Plan<'discussion'>;

const DISCUSSION_SHARE = 0.12;
const PULL_SHARE = 0.4;
/** The share of deleted and transferred threads. */
const GAP_SHARE = 0.03;
const RECENT_ISSUES = 12;
/** The share of bots among pull requests without an issue. */
const BOT_SHARE = 0.2;

/** Plans the threads of a repository in the order of time. */
export function planThreads(project: Project): readonly ThreadPlan[] {
  const { random } = project;
  const plans: ThreadPlan[] = [];
  let number = 0;
  for (const slot of planSlots(project)) {
    number += number > 2 && random.chance(GAP_SHARE) ? 2 : 1;
    if (slot.type === 'discussion') {
      const subject = createSubject(project.theme, random);
      const { createdMs } = slot;
      plans.push({ type: 'discussion', number, author: pickWriter(project), subject, createdMs });
    } else if (slot.type === 'issue') {
      plans.push(planIssue(project, number, slot.createdMs));
    } else {
      planPull(project, number, { createdMs: slot.createdMs, plans });
    }
  }
  return plans;
}

function planSlots(project: Project): readonly Pick<Plan<ThreadPlan['type']>, 'createdMs' | 'type'>[] {
  const { random, beginMs, endMs, threadCount } = project;
  const firstMs = Math.min(beginMs + 3 * DAY_MS, endMs);
  // The last thread is at least a day old.
  const lastMs = Math.max(firstMs, endMs - DAY_MS);
  const moment = () => firstMs + Math.floor((lastMs - firstMs) * random.next() ** 0.8);
  const pullCount = Math.round(threadCount * PULL_SHARE);
  const discussions = project.hasDiscussions ? Math.ceil(threadCount * DISCUSSION_SHARE) : 0;
  const types: readonly ThreadPlan['type'][] = [
    ...Array.from({ length: threadCount - pullCount }, () => 'issue' as const),
    ...Array.from({ length: pullCount }, () => 'pull_request' as const),
    ...Array.from({ length: discussions }, () => 'discussion' as const),
  ];
  return types.map((type) => ({ type, createdMs: moment() })).toSorted((a, b) => a.createdMs - b.createdMs);
}

function planIssue(project: Project, number: number, createdMs: number): IssuePlan {
  const { random, endMs } = project;
  const isClosed = random.chance(chanceOfEnd(endMs - createdMs));
  const earliestMs = Math.min(createdMs + HOUR_MS, endMs);
  return {
    type: 'issue',
    number,
    author: pickWriter(project),
    subject: createSubject(project.theme, random),
    createdMs,
    closedMs: isClosed ? pickEarlyMs(earliestMs, endMs, random) : undefined,
    closedBy: undefined,
  };
}

/** Most old threads are closed, and most new ones open. */
function chanceOfEnd(ageMs: number): number {
  return ageMs > 180 * DAY_MS ? 0.8 : ageMs > 30 * DAY_MS ? 0.55 : 0.25;
}

/** Plans a pull request, which may fix an open issue. */
function planPull(
  project: Project,
  number: number,
  place: { readonly createdMs: number; readonly plans: ThreadPlan[] },
): void {
  const { random, endMs } = project;
  const { createdMs, plans } = place;
  const issue = pickOpenIssue(plans, createdMs, random);
  const hasEnded = random.chance(chanceOfEnd(endMs - createdMs));
  const latestMs = Math.min(endMs, createdMs + 45 * DAY_MS);
  const finishMs = pickEarlyMs(Math.min(createdMs + 2 * HOUR_MS, latestMs), latestMs, random);
  const fate = hasEnded ? (random.chance(0.82) ? 'merged' : 'closed') : 'open';
  const writer = pickCoder(project, issue);
  const hasAccess = writer.isBot || project.maintainers.includes(writer);
  const fork = hasAccess ? 'none' : random.chance(0.35) ? 'gone' : 'present';
  const subject = writer.isBot
    ? createUpdateSubject(createdMs)
    : (issue?.subject ?? createSubject(project.theme, random));
  const isAuthorGone = fork === 'gone' && random.chance(0.4);
  const isRevised = !writer.isBot && finishMs - createdMs > HOUR_MS && random.chance(0.6);
  if (issue !== undefined && fate === 'merged') {
    plans[plans.lastIndexOf(issue)] = { ...issue, closedMs: finishMs, closedBy: number };
  }
  plans.push({
    type: 'pull_request',
    number,
    author: isAuthorGone ? project.departed : writer,
    isAuthorGone,
    subject,
    createdMs,
    fate,
    endMs: hasEnded ? finishMs : undefined,
    revisedMs: isRevised ? createdMs + Math.floor((finishMs - createdMs) * 0.6) : undefined,
    isForcePushed: isRevised && random.chance(0.15),
    fixes: issue?.number,
    branch: branchNameOf(subject, issue?.number ?? number),
    fork,
    isSquashed: random.chance(0.45),
  });
}

/** Bots update packages; they do not fix issues. */
function pickCoder(project: Project, issue: IssuePlan | undefined): Person {
  const { random, bots, maintainers } = project;
  const [bot] = bots;
  if (bot !== undefined && issue === undefined && random.chance(BOT_SHARE)) {
    return bot;
  }
  return random.chance(0.55) ? pickWriter(project) : random.pick(maintainers);
}

/** An issue that was open at the moment and that no other pull request fixes. */
function pickOpenIssue(plans: readonly ThreadPlan[], timeMs: number, random: Random): IssuePlan | undefined {
  const fixed = new Set<number | undefined>();
  const open: IssuePlan[] = [];
  // The newest first: pull requests are newer than the issues that they fix.
  for (let index = plans.length - 1; index >= 0 && open.length < RECENT_ISSUES; index -= 1) {
    const plan = plans[index];
    if (plan?.type === 'pull_request') {
      fixed.add(plan.fixes);
    } else if (
      plan?.type === 'issue' &&
      plan.closedBy === undefined &&
      !fixed.has(plan.number) &&
      plan.subject.kind !== 'question' &&
      (plan.closedMs === undefined || plan.closedMs > timeMs)
    ) {
      open.unshift(plan);
    }
  }
  return open.length > 0 && random.chance(0.6) ? random.pick(open) : undefined;
}

/** The person who merges or closes a pull request. */
export function mergerOf(plan: PullPlan, { maintainers }: Project): Person {
  const merger = maintainers[plan.number % maintainers.length];
  invariant(merger !== undefined, 'every repository has a maintainer');
  return merger;
}

/** The owner of the repository of a pull request's branch. */
export function headOwnerOf(plan: PullPlan, project: Project): string {
  return plan.fork === 'none' ? project.owner : plan.author.login;
}
