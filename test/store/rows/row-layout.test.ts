import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LINK_TABLES } from '../../../src/store/links.table.ts';
import { RECORD_TABLES } from '../../../src/store/record-tables.table.ts';
import { layoutLinkTable, layoutRecordTable, planRow } from '../../../src/store/rows/row-layout.ts';
import { openStore } from '../../../src/store/store.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { writeStore } from '../support/write-store.ts';

const LAYOUTS = [...RECORD_TABLES.map(layoutRecordTable), ...Object.values(LINK_TABLES).map(layoutLinkTable)];

describe('layoutRecordTable() and layoutLinkTable()', () => {
  it('name exactly the columns that the schema has', async () => {
    const path = join(temporaryFolder(), 'a.db');
    await writeStore(path, []);
    const store = openStore(path);
    const columns = new Map(store.tables().map((table) => [table.name, [...table.columns].sort()]));
    store.close();
    for (const layout of LAYOUTS) {
      expect(new Set(layout.columns).size, layout.table).toBe(layout.columns.length);
      expect([...layout.columns].sort(), layout.table).toEqual(columns.get(layout.table));
    }
  });

  it('cover every table of the schema that has fields', async () => {
    const path = join(temporaryFolder(), 'a.db');
    await writeStore(path, []);
    const store = openStore(path);
    const names = store.tables().flatMap((table) => (table.kind === 'table' ? [table.name] : []));
    store.close();
    const known = new Set(LAYOUTS.map((layout) => layout.table));
    expect(names.filter((name) => !known.has(name) && !/^(?:search|kept)_/.test(name)).sort()).toEqual([
      'alerts',
      'archive_documents',
      'audit_log',
      'budgets',
      'events',
      'gists',
      'notifications',
      'other_records',
      'record_changes',
      'record_shapes',
      'rejected_records',
      'snapshot_records',
      'snapshot_rejections',
      'snapshot_repositories',
      'snapshots',
      'stars',
    ]);
  });
});

describe('planRow()', () => {
  it('shares a column only among fields that are there', () => {
    const layout = layoutRecordTable(
      RECORD_TABLES.find((table) => table.kind === 'issue_comment') ?? RECORD_TABLES[0]!,
    );
    const typesOf = (...keys: string[]) => planRow(layout, keys).map((step) => step.type);
    expect(typesOf('type', 'url', 'issue')).toEqual(['kind', 'url', 'column']);
    expect(typesOf('issue', 'pull_request')).toEqual(['shared', 'shared']);
    expect(typesOf('constructor', '__proto__', 'id')).toEqual(['extra', 'extra', 'extra']);
  });
});
