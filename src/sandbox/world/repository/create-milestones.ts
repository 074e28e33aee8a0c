import type { Milestone } from '../repository-content.ts';
import { DAY_MS, formatSeconds } from '../timestamps.ts';
import type { ReleasePlan } from './plan-releases.ts';
import { leaderOf, type Scene } from './scene.ts';

/** The milestones of a repository, and which one was current when. */
export interface MilestoneSchedule {
  readonly milestones: readonly Milestone[];
  /** The one that people work towards at a moment. */
  currentAt(timeMs: number): Milestone | undefined;
}

/** Makes one milestone for each full release, the last of them open. */
export function createMilestones(scene: Scene, releases: readonly ReleasePlan[]): MilestoneSchedule {
  const goals = releases.filter((release) => !release.isPrerelease);
  const milestones = goals.map((release, index): Milestone => {
    const createdMs = goals[index - 1]?.timeMs ?? scene.beginMs + DAY_MS;
    const isClosed = !release.isDraft;
    const closedAt = isClosed ? formatSeconds(release.timeMs) : null;
    return {
      number: index + 1,
      title: release.version.slice(1),
      description: [`What ${release.version} needs`, '', null][index % 3] ?? null,
      creator: leaderOf(scene).login,
      state: isClosed ? 'closed' : 'open',
      dueOn: index % 2 === 0 ? `${formatSeconds(release.timeMs + 7 * DAY_MS).slice(0, 10)}T00:00:00Z` : null,
      createdAt: formatSeconds(createdMs),
      updatedAt: closedAt ?? formatSeconds(createdMs),
      closedAt,
    };
  });
  return {
    milestones,
    currentAt: (timeMs) => {
      const at = formatSeconds(timeMs);
      return milestones.find(
        ({ createdAt, closedAt }) => createdAt <= at && (closedAt === null || closedAt > at),
      );
    },
  };
}
