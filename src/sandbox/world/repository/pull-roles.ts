import { invariant } from '../../../base/index.ts';
import type { Person } from '../world.ts';
import type { PullPlan } from './plan-threads.ts';
import type { Scene } from './scene.ts';

/** Who merges or closes a pull request. */
export function mergerOf(plan: PullPlan, { maintainers }: Scene): Person {
  const merger = maintainers[plan.number % maintainers.length];
  invariant(merger !== undefined, 'every repository has a maintainer');
  return merger;
}

/** Login of whoever owns the repository that a pull request comes from. */
export function headOwnerOf(plan: PullPlan, scene: Scene): string {
  return plan.fork === 'none' ? scene.owner : plan.author.login;
}
