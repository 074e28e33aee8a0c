import type { Lake } from '../lake-manifest.ts';
import { type LakeView, lakeViews } from '../sql/lake-views.ts';

/** Words of queries that list the views themselves. */
const LISTING = /\b(?:information_schema|duckdb_\w+|sqlite_master|pragma_\w+)\b/i;

/** The views for DuckDB whose names are in a query, and those that they read: creating all of them takes a second. */
export function chooseViews(
  lake: Lake,
  { location, sql }: { readonly location: string; readonly sql: string },
): readonly LakeView[] {
  const views = lakeViews(lake, { dialect: 'duckdb', location });
  const texts = [sql];
  const chosen = new Set<LakeView>();
  for (const view of views.toReversed()) {
    const name = new RegExp(`\\b${view.name}\\b`, 'i');
    if (LISTING.test(sql) || texts.some((text) => name.test(text))) {
      chosen.add(view);
      texts.push(view.sql.slice(view.sql.indexOf('\n')));
    }
  }
  return views.filter((view) => chosen.has(view));
}
