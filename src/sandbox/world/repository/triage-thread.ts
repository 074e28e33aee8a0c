import { pickSome } from '../random-picks.ts';
import { SUBJECTS } from '../text/subjects.table.ts';
import type { Issue } from '../threads.ts';
import { formatSeconds, MINUTE_MS, SECOND_MS } from '../timestamps.ts';
import type { ThreadContext } from './thread-context.ts';

/** Adds labels, assignees and milestone to a new thread, and logs each event. */
export function triageThread(context: ThreadContext): Pick<Issue, 'assignees' | 'labels' | 'milestone'> {
  const { random } = context;
  const actor = random.pick(context.project.maintainers).login;
  const triagedMs = Math.min(context.lastMs, context.createdMs + random.integer(2, 600) * MINUTE_MS);
  return {
    labels: pickLabels(context, actor, triagedMs),
    assignees: pickAssignees(context, actor, triagedMs + 20 * SECOND_MS),
    milestone: pickMilestone(context, actor, triagedMs + 40 * SECOND_MS),
  };
}

function pickLabels(context: ThreadContext, actor: string, timeMs: number): readonly string[] {
  const { random, log, writer, labels: known } = context;
  const fitting = SUBJECTS[writer.subject.kind].labels.filter((label) => known.includes(label));
  const labels = [
    ...new Set([
      ...(random.chance(0.8) ? fitting : []),
      ...pickSome(known, random.chance(0.25) ? random.integer(1, 2) : 0, random),
    ]),
  ];
  labels.forEach((label, index) => {
    log.add(timeMs + index * SECOND_MS, actor, { event: 'labeled', label });
  });
  return labels;
}

function pickAssignees(
  { project, random, log }: ThreadContext,
  actor: string,
  timeMs: number,
): readonly string[] {
  const count = random.chance(0.35) ? random.integer(1, 2) : 0;
  const assignees = pickSome(project.maintainers, count, random).map((person) => person.login);
  for (const login of assignees) {
    log.add(timeMs, actor, { event: 'assigned', subjectLogin: login });
  }
  return assignees;
}

function pickMilestone(
  { milestones, random, log }: ThreadContext,
  actor: string,
  timeMs: number,
): number | null {
  const at = formatSeconds(timeMs);
  const current = milestones.find(
    ({ createdAt, closedAt }) => createdAt <= at && (closedAt === null || closedAt > at),
  );
  if (current === undefined || !random.chance(0.4)) {
    return null;
  }
  log.add(timeMs, actor, { event: 'milestoned', milestoneTitle: current.title });
  return current.number;
}
