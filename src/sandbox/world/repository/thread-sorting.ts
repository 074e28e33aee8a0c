import { pickSome } from '../chance.ts';
import { SUBJECTS } from '../text/subjects.table.ts';
import type { Issue } from '../threads.ts';
import { formatSeconds, MINUTE_MS, SECOND_MS } from '../timestamps.ts';
import type { Person } from '../world.ts';
import type { ThreadContext } from './thread-context.ts';

/** Adds labels, assignees and milestone to a new thread, and logs each event. */
export function sortThread(context: ThreadContext): Pick<Issue, 'assignees' | 'labels' | 'milestone'> {
  const { random } = context.voice;
  const sorter = random.pick(context.story.scene.maintainers);
  const sortedMs = Math.min(context.lastMs, context.createdMs + random.integer(2, 600) * MINUTE_MS);
  return {
    labels: pickLabels(context, sorter, sortedMs),
    assignees: pickAssignees(context, sorter, sortedMs + 20 * SECOND_MS),
    milestone: pickMilestone(context, sorter, sortedMs + 40 * SECOND_MS),
  };
}

function pickLabels({ story, voice, log }: ThreadContext, sorter: Person, timeMs: number): readonly string[] {
  const { random, subject } = voice;
  const fitting = SUBJECTS[subject.kind].labels.filter((label) => story.labels.includes(label));
  const labels = [
    ...new Set([
      ...(random.chance(0.8) ? fitting : []),
      ...pickSome(story.labels, random.chance(0.25) ? random.integer(1, 2) : 0, random),
    ]),
  ];
  labels.forEach((label, index) => {
    log.add(timeMs + index * SECOND_MS, sorter.login, { event: 'labeled', label });
  });
  if (random.chance(0.06)) {
    const mistake = random.pick(story.labels);
    if (!labels.includes(mistake)) {
      log.add(timeMs - 5 * SECOND_MS, sorter.login, { event: 'labeled', label: mistake });
      log.add(timeMs + 5 * SECOND_MS, sorter.login, { event: 'unlabeled', label: mistake });
    }
  }
  return labels;
}

function pickAssignees(
  { story, voice, log }: ThreadContext,
  sorter: Person,
  timeMs: number,
): readonly string[] {
  const { random } = voice;
  const count = random.chance(0.35) ? (random.chance(0.2) ? 2 : 1) : 0;
  const assignees = pickSome(story.scene.maintainers, count, random).map((person) => person.login);
  for (const login of assignees) {
    log.add(timeMs, sorter.login, { event: 'assigned', subjectLogin: login });
  }
  if (assignees.length === 0 && random.chance(0.05)) {
    log.add(timeMs, sorter.login, { event: 'assigned', subjectLogin: sorter.login });
    log.add(timeMs + 3 * MINUTE_MS, sorter.login, { event: 'unassigned', subjectLogin: sorter.login });
  }
  return assignees;
}

function pickMilestone({ story, voice, log }: ThreadContext, sorter: Person, timeMs: number): number | null {
  const at = formatSeconds(timeMs);
  const current = story.milestones.find(
    ({ createdAt, closedAt }) => createdAt <= at && (closedAt === null || closedAt > at),
  );
  if (current === undefined || !voice.random.chance(0.4)) {
    return null;
  }
  log.add(timeMs, sorter.login, { event: 'milestoned', milestoneTitle: current.title });
  if (voice.random.chance(0.1)) {
    log.add(timeMs + MINUTE_MS, sorter.login, { event: 'demilestoned', milestoneTitle: current.title });
    return null;
  }
  return current.number;
}
