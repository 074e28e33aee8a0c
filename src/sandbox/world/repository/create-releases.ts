import { pickGuid } from '../chance.ts';
import type { Release, ReleaseAsset } from '../repository-content.ts';
import { DAY_MS, formatSeconds, MINUTE_MS } from '../timestamps.ts';
import { createReactions } from './create-reactions.ts';
import type { ReleasePlan } from './plan-releases.ts';
import type { PullPlan, ThreadPlan } from './plan-threads.ts';
import type { Scene } from './scene.ts';

/** Writes the releases: notes that name the pull requests merged since the last one, and files. */
export function createReleases(
  scene: Scene,
  plans: { readonly releases: readonly ReleasePlan[]; readonly threads: readonly ThreadPlan[] },
  target: string,
): readonly Release[] {
  const merged = plans.threads.filter(
    (plan): plan is PullPlan => plan.type === 'pull_request' && plan.fate === 'merged',
  );
  return plans.releases.map((plan, index): Release => {
    const sinceMs = plans.releases[index - 1]?.timeMs ?? 0;
    const news = merged.filter(({ endMs = 0 }) => endMs > sinceMs && endMs <= plan.timeMs);
    return {
      name: index % 5 === 3 ? '' : `${scene.theme.name} ${plan.version}`,
      tagName: plan.version,
      slug: plan.isDraft ? `untagged-${scene.random.hex(20)}` : plan.version,
      body: writeNotes(news),
      author: plan.author.login,
      state: plan.isDraft ? 'draft' : 'published',
      isPrerelease: plan.isPrerelease,
      target,
      assets: plan.isDraft ? [] : createAssets(scene, plan),
      reactions: plan.isDraft ? [] : createReactions(scene, plan.timeMs + DAY_MS, 0.8),
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

function createAssets(scene: Scene, plan: ReleasePlan): readonly ReleaseAsset[] {
  const { random, theme } = scene;
  const number = plan.version.slice(1);
  const checksums = `${random.hex(64)}  ${theme.name}-${number}.txt\n`;
  const asset = (name: string, contentType: string, text: string): ReleaseAsset => ({
    guid: pickGuid(random),
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
