import type { Label } from '../../reading/thread.ts';
import type { Database } from '../../store/database.ts';
import { type ForgeWriting, forgeLabel, forgeTime, forgeTimeOrNull } from './forge-threads.ts';
import type { YamlRecord } from './yaml.ts';

/** What issues have that were discussions. */
export const DISCUSSION_LABEL: Label = { name: 'discussion', color: '0e8a16' };

type ReadList = (writing: ForgeWriting) => Generator<YamlRecord>;

interface LabelRow {
  readonly name: string | null;
  readonly color: string | null;
  readonly description: string | null;
}

/** Prepares reading the labels of a repository, and those that threads have although it no longer offers them. */
export function createForgeLabels(
  db: Database,
  { hasDiscussions }: { readonly hasDiscussions: boolean },
): ReadList {
  const offered = db.prepare<[string], LabelRow>(
    `SELECT l.name, l.color, l.description
     FROM repositories AS r JOIN repository_labels AS l ON l.repository_id = r.id
     WHERE r.repo = ? ORDER BY l.position`,
  );
  const kinds = ['issue', 'pull_request', ...(hasDiscussions ? ['discussion'] : [])];
  const used = db
    .prepare<{ repo: string }, string>(
      kinds
        .map(
          (kind) =>
            `SELECT name FROM ${kind}s JOIN ${kind}_labels ON ${kind}_id = ${kind}s.id
             WHERE repo = @repo AND name IS NOT NULL`,
        )
        .join(' UNION '),
    )
    .pluck();
  return function* ({ repo, tally }) {
    const names = new Set<string>();
    for (const { name, color, description } of offered.all(repo)) {
      if (name === null || names.has(name)) {
        tally.leaveOut('labels', 'a forge has each label once');
        continue;
      }
      names.add(name);
      tally.write('labels');
      yield forgeLabel({ name, color }, description ?? '');
    }
    const others = used.all({ repo }).map((name) => ({ name, color: null }));
    for (const label of [...(hasDiscussions ? [DISCUSSION_LABEL] : []), ...others]) {
      if (!names.has(label.name)) {
        names.add(label.name);
        yield forgeLabel(label);
      }
    }
  };
}

interface MilestoneRow {
  readonly title: string | null;
  readonly description: string | null;
  readonly state: string | null;
  readonly due_on: string | null;
  readonly created_at: string | null;
  readonly updated_at: string | null;
  readonly closed_at: string | null;
}

/** Prepares reading the milestones of a repository by number. */
export function createForgeMilestones(db: Database): ReadList {
  const rows = db.prepare<[string], MilestoneRow>(
    'SELECT * FROM milestones WHERE repo = ? ORDER BY number, id',
  );
  return function* ({ repo, tally, textOf }) {
    for (const row of rows.iterate(repo)) {
      tally.write('milestones');
      yield {
        title: row.title ?? '',
        description: textOf(row.description ?? ''),
        deadline: forgeTimeOrNull(row.due_on),
        created: forgeTime(row.created_at),
        updated: forgeTimeOrNull(row.updated_at),
        closed: forgeTimeOrNull(row.closed_at),
        state: row.state === 'closed' ? 'closed' : 'open',
      };
    }
  };
}
