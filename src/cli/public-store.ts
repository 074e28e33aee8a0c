import { countText } from '../base/index.ts';
import { type PublicReport, writePublicStore } from '../store/index.ts';
import type { Context } from './context.ts';
import type { Reporter } from './reporter.ts';
import { withDerivedStore } from './store-at-snapshot.ts';

interface PublicStoreUse<Result> {
  readonly context: Context;
  readonly reporter: Pick<Reporter, 'note'>;
  /** Whether it has git data, for outputs that show none of its mail addresses. */
  readonly hasGit: boolean;
  readonly use: (path: string) => Promise<Result>;
}

/**
 * Calls `use` with the path of a temporary store that has only what may be published of the store at `path`. Every
 * output for the public is made from such a store. Says what was left out.
 */
export async function withPublicStore<Result>(
  path: string,
  { context, reporter, hasGit, use }: PublicStoreUse<Result>,
): Promise<Result> {
  return await withDerivedStore(async (to) => {
    const report = await writePublicStore({ from: path, to, clock: context.clock, hasGit });
    reporter.note(describe(report));
    return await use(to);
  });
}

function describe({ repositories, leftOut }: PublicReport): string {
  const counts = Object.entries(leftOut)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => `${count} ${kind.replaceAll('_', ' ')}`);
  const unknown = repositories.unknown === 0 ? '' : `, and ${repositories.unknown} that may be private`;
  const taken = `Published only what is public: ${countText(repositories.public, 'repository', 'repositories')}, not ${repositories.private} private${unknown}`;
  return counts.length === 0 ? taken : `${taken}. Left out ${counts.join(', ')}`;
}
