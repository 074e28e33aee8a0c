import { html } from 'hono/html';
import { formatSize } from '../../../base/sizes.ts';
import type { Snapshot } from '../../../store/snapshot.ts';
import type { Frame, Markup } from '../../frame.ts';
import { changesLink } from '../../show/changes/changes-link.ts';
import { countOf, countText } from '../../show/counts.ts';
import { nameSnapshots, snapshotsOfOwners } from '../../show/snapshot-names.ts';
import type { Sources } from '../../sources.ts';
import { summaryOf, unbroken } from './store-summary.ts';

/** What is known about the repositories of the owners that a reader is narrowed to. */
export interface OwnerSummary {
  readonly repositoryCount: number;
  /** How many of them were kept with their git data. */
  readonly codeCount: number;
  readonly gitBytes: number;
  /** Of the accounts of these owners. */
  readonly snapshotCount: number;
  /** What the last of them changed; null if there is only one. */
  readonly latest: LatestOfOwners | null;
}

interface LatestOfOwners {
  readonly firstId: number;
  readonly previousId: number;
  readonly id: number;
  readonly name: string;
  /** Null if counting them would take long. */
  readonly changes: Parameters<typeof changesLink>[0] | null;
}

/** Summarizes the repositories of the chosen owners; null in sites, if none was chosen, and before anything was loaded. */
export async function readOwnerSummary(sources: Sources): Promise<OwnerSummary | null> {
  const { store, isSite } = sources;
  const snapshots = snapshotsOfOwners(sources);
  if (isSite || store.owners.length === 0 || snapshots.length === 0) {
    return null;
  }
  const names = store.repositoryNames();
  const kept = store.remember('kept git data', () =>
    names.flatMap((name) => store.gitPlace(name, false) ?? []),
  );
  return {
    repositoryCount: names.length,
    codeCount: kept.length,
    gitBytes: kept.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    snapshotCount: snapshots.length,
    latest: await readLatest(sources, snapshots),
  };
}

async function readLatest(
  { store, answerOf }: Sources,
  snapshots: readonly Snapshot[],
): Promise<LatestOfOwners | null> {
  const [first] = snapshots;
  const [previous, last] = snapshots.slice(-2);
  if (first === undefined || previous === undefined || last === undefined) {
    return null;
  }
  const all = store.snapshots();
  const span = { from: previous.position, to: last.position };
  const isQuick =
    answerOf !== undefined &&
    all
      .filter(({ position }) => position > span.from && position <= span.to)
      .every(({ id }) => !store.snapshotChanges(id).isPart);
  return {
    firstId: first.id,
    previousId: previous.id,
    id: last.id,
    name: nameSnapshots(all, {}).get(last.id) ?? '',
    changes: isQuick ? { ...(await store.changes(span)).records, isPart: false } : null,
  };
}

/** The same cards as for the whole store, without its figures, which also count what belongs to others. */
export function showOwnerSummary(summary: OwnerSummary, frame: Frame): Markup {
  const { repositoryCount, codeCount, gitBytes } = summary;
  const repositories = countOf(repositoryCount, 'repository', 'repositories');
  const isWhole = codeCount === repositoryCount;
  const judged = frame.hasPage('/-/integrity')
    ? html`<dd class="small">Records and files are checked for all owners together: <a href="/-/integrity">how we know</a></dd>`
    : '';
  return summaryOf('State of these repositories', {
    completeness: html`<dd>${isWhole ? html`<span class="good">✓</span> The code of ${repositoryCount === 1 ? 'the repository' : `all ${repositories}`} is here` : `The code of ${countText(codeCount)} of ${repositories} is here`}</dd>${judged}`,
    size: html`<dd>${unbroken(formatSize(gitBytes))}</dd><dd class="muted small">Git data of ${unbroken(repositories)}, without records and files</dd>`,
    changes: showLatest(summary, frame),
  });
}

function showLatest({ snapshotCount, latest }: OwnerSummary, frame: Frame): Markup {
  if (latest === null) {
    return html`<dd>The first snapshot</dd><dd class="muted small">The next one shows what changed.</dd>`;
  }
  const { firstId, previousId, id, name, changes } = latest;
  const link =
    changes === null
      ? html`<a href="/-/changes/${previousId}..${id}">What changed in these repositories</a>`
      : changesLink(changes, previousId, { id, isFirstOf: undefined });
  const all =
    snapshotCount === 2
      ? ''
      : html` · <a href="/-/changes/${firstId}..${id}">since the first of ${countOf(snapshotCount, 'snapshot')}</a>`;
  return frame.hasPage('/-/since')
    ? html`<dd>${link}</dd><dd class="muted small">in the snapshot of ${name}</dd><dd class="small"><a href="/-/since">Since you last looked</a>${all}</dd>`
    : html`<dd>${countOf(snapshotCount, 'snapshot')}</dd>`;
}
