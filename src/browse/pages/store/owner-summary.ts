import { html } from 'hono/html';
import { formatSize } from '../../../base/sizes.ts';
import type { Frame, Markup } from '../../frame.ts';
import { countOf, countText } from '../../show/counts.ts';
import type { Sources } from '../../sources.ts';
import { summaryOf, unbroken } from './store-summary.ts';

/** What is known about the repositories of the owners that a reader is narrowed to. */
export interface OwnerSummary {
  readonly repositoryCount: number;
  /** How many of them were kept with their git data. */
  readonly codeCount: number;
  readonly gitBytes: number;
  /** The ids of the oldest and the newest snapshot. */
  readonly span: readonly [from: number, to: number];
  readonly snapshotCount: number;
}

/** Summarizes the repositories of the chosen owners; null in sites, if none was chosen, and before anything was loaded. */
export function readOwnerSummary({ store, isSite }: Sources): OwnerSummary | null {
  const snapshots = store.snapshots();
  const [first, last] = [snapshots[0], snapshots.at(-1)];
  return isSite || store.owners.length === 0 || first === undefined || last === undefined
    ? null
    : store.remember('summary', () => {
        const names = store.repositoryNames();
        const kept = names.flatMap((name) => store.gitPlace(name, false) ?? []);
        return {
          repositoryCount: names.length,
          codeCount: kept.length,
          gitBytes: kept.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
          span: [first.id, last.id],
          snapshotCount: snapshots.length,
        };
      });
}

/** The same cards as for the whole store, without its figures, which also count what belongs to others. */
export function showOwnerSummary(summary: OwnerSummary, frame: Frame): Markup {
  const { repositoryCount, codeCount, gitBytes, span, snapshotCount } = summary;
  const repositories = countOf(repositoryCount, 'repository', 'repositories');
  const [from, to] = span;
  const isWhole = codeCount === repositoryCount;
  const judged = frame.hasPage('/-/integrity')
    ? html`<dd class="small">Records and files are checked for all owners together: <a href="/-/integrity">how we know</a></dd>`
    : '';
  const changes = `/-/changes/${from}..${to}`;
  const since = frame.hasPage('/-/since') ? html`<a href="/-/since">Since you last looked</a>` : '';
  return summaryOf('State of these repositories', {
    completeness: html`<dd>${isWhole ? html`<span class="good">✓</span> The code of ${repositoryCount === 1 ? 'the repository' : `all ${repositories}`} is here` : `The code of ${countText(codeCount)} of ${repositories} is here`}</dd>${judged}`,
    size: html`<dd>${unbroken(formatSize(gitBytes))}</dd><dd class="muted small">Git data of ${unbroken(repositories)}, without records and files</dd>`,
    changes:
      snapshotCount === 1 || !frame.hasPage(changes)
        ? html`<dd>${snapshotCount === 1 ? 'One snapshot so far' : countOf(snapshotCount, 'snapshot')}</dd>`
        : html`<dd><a href="${changes}">What changed in these repositories</a></dd><dd class="muted small">between the first and the last of ${countOf(snapshotCount, 'snapshot')}</dd><dd class="small">${since}</dd>`,
  });
}
