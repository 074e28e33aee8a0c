import { pickGuid } from '../random-picks.ts';
import type { Milestone, Release, Upload } from '../repository-content.ts';
import { DAY_MS, formatSeconds, MINUTE_MS } from '../timestamps.ts';
import type { PullPlan, ThreadPlan } from './plan-threads.ts';
import { leaderOf, type Project, type ReleasePlan } from './project.ts';
import { createReactions } from './thread-context.ts';

const MAX_RELEASES = 12;
const STEP_MS = 120 * DAY_MS;
const CANDIDATE_MS = 9 * DAY_MS;

/** Plans a release about every four months, some after a release candidate, and a draft of the next one. */
export function planReleases(project: Project): readonly ReleasePlan[] {
  const { random, beginMs, endMs } = project;
  const stepMs = Math.max(STEP_MS, (endMs - beginMs) / MAX_RELEASES);
  const plans: ReleasePlan[] = [];
  const add = (version: string, timeMs: number, traits: Pick<ReleasePlan, 'isPrerelease' | 'isDraft'>) => {
    const author = random.chance(0.6) ? leaderOf(project) : random.pick(project.maintainers);
    plans.push({ version, timeMs, author, ...traits });
  };
  let timeMs = beginMs + Math.floor(stepMs * 0.6);
  let minor = 1;
  for (; timeMs < endMs - 2 * DAY_MS; minor += 1) {
    if (random.chance(0.25)) {
      add(`v0.${minor}.0-rc.1`, timeMs - CANDIDATE_MS, { isPrerelease: true, isDraft: false });
    }
    add(`v0.${minor}.0`, timeMs, { isPrerelease: false, isDraft: false });
    timeMs += Math.floor(stepMs * (0.7 + random.next() * 0.6));
  }
  add(`v0.${minor}.0`, endMs - DAY_MS, { isPrerelease: false, isDraft: true });
  return plans;
}

/** Creates the releases, with notes about pull requests merged since the last one. */
export function createReleases(
  project: Project,
  releases: readonly ReleasePlan[],
  threads: readonly ThreadPlan[],
): readonly Release[] {
  const merged = threads.filter(
    (plan): plan is PullPlan => plan.type === 'pull_request' && plan.fate === 'merged',
  );
  return releases.map((plan, index): Release => {
    const sinceMs = releases[index - 1]?.timeMs ?? 0;
    const news = merged.filter(({ endMs = 0 }) => endMs > sinceMs && endMs <= plan.timeMs);
    return {
      name: index % 5 === 3 ? '' : `${project.theme.name} ${plan.version}`,
      tagName: plan.version,
      slug: plan.isDraft ? `untagged-${project.random.hex(20)}` : plan.version,
      body: writeNotes(news),
      author: plan.author.login,
      state: plan.isDraft ? 'draft' : 'published',
      isPrerelease: plan.isPrerelease,
      target: project.defaultBranch,
      assets: plan.isDraft ? [] : createAssets(project, plan),
      reactions: plan.isDraft ? [] : createReactions(project, plan.timeMs + DAY_MS, 0.8),
      publishedAt: plan.isDraft ? null : formatSeconds(plan.timeMs),
      createdAt: formatSeconds(plan.timeMs - 12 * MINUTE_MS),
    };
  });
}

function writeNotes(news: readonly PullPlan[]): string {
  if (news.length === 0) {
    return '';
  }
  const lines = news.map((plan) => {
    const credit = plan.isAuthorGone ? '' : ` by @${plan.author.login}`;
    return `* ${plan.subject.pullTitle}${credit} in #${plan.number}`;
  });
  return `## What's new\r\n\r\n${lines.join('\r\n')}\r\n`;
}

function createAssets(project: Project, plan: ReleasePlan): readonly Upload[] {
  const { random, theme } = project;
  const number = plan.version.slice(1);
  const checksums = `${random.hex(64)}  ${theme.name}-${number}.txt\n`;
  const asset = (name: string, contentType: string, text: string): Upload => ({
    path: `releases/${pickGuid(random)}/${name}`,
    name,
    contentType,
    author: plan.author.login,
    createdAt: formatSeconds(plan.timeMs - MINUTE_MS),
    content: { type: 'text', text },
  });
  const parts = theme.components.map((part) => `* ${part}\n`).join('');
  const manual = `${theme.name} ${number}\n\n${theme.description}\n\n${parts}`;
  return [
    asset(`${theme.name}-${number}.txt`, 'text/plain', manual),
    ...(random.chance(0.5) ? [asset('SHA256SUMS', 'application/octet-stream', checksums)] : []),
  ];
}

/** Creates a milestone for each full release; the last one is open. */
export function createMilestones(project: Project, releases: readonly ReleasePlan[]): readonly Milestone[] {
  const goals = releases.filter((release) => !release.isPrerelease);
  return goals.map((release, index): Milestone => {
    const createdMs = goals[index - 1]?.timeMs ?? project.beginMs + DAY_MS;
    const isClosed = !release.isDraft;
    const closedAt = isClosed ? formatSeconds(release.timeMs) : null;
    return {
      number: index + 1,
      title: release.version.slice(1),
      description: [`What ${release.version} needs`, '', null][index % 3] ?? null,
      creator: leaderOf(project).login,
      state: isClosed ? 'closed' : 'open',
      dueOn: index % 2 === 0 ? `${formatSeconds(release.timeMs + 7 * DAY_MS).slice(0, 10)}T00:00:00Z` : null,
      createdAt: formatSeconds(createdMs),
      updatedAt: closedAt ?? formatSeconds(createdMs),
      closedAt,
    };
  });
}
