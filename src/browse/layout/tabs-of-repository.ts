import type { Browsing } from '../../reading/open-browsing.ts';
import { TABS } from './tabs.table.ts';

/**
 * The tabs of a repository that have content, and the one that is shown: most repositories have no wiki, and without git data
 * there are no commits. Issues and pull requests stay, because people look for them first.
 */
export function tabsOfRepository(
  repo: string,
  store: Browsing,
  current?: string,
): readonly (typeof TABS)[number][] {
  const { counts } = store.repository(repo);
  const needsGit: Readonly<Record<string, boolean>> = { wiki: true, commits: false };
  return TABS.filter(({ name, count, total = count }) => {
    const isWiki = needsGit[name];
    const hasContent =
      isWiki === undefined
        ? (name === 'projects' ? store.otherRecords('project', repo).length : (total?.(counts) ?? 1)) > 0
        : store.gitPlace(repo, isWiki) !== undefined;
    return hasContent || name === current || ALWAYS.has(name);
  });
}

const ALWAYS: ReadonlySet<string> = new Set(['issues', 'pulls']);
