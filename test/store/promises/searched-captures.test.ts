import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CaptureName } from '../../../src/model/captures.table.ts';
import { searchStore } from '../../../src/search/search-store.ts';
import { buildIndex, clearIndex } from '../../../src/store/build-index.ts';
import { openDatabase } from '../../../src/store/database.ts';
import { openStore } from '../../../src/store/store.ts';
import { writeCapture } from '../../../src/store/write-capture.ts';
import { temporaryFolder } from '../../house/afterwards.ts';

const NOW_MS = Date.parse('2026-05-04T10:00:00Z');

const ALERT = {
  number: 7,
  state: 'open',
  html_url: 'https://service.example/acme/rocket/security/7',
  repository: { full_name: 'acme/rocket' },
  dependency: { package: { ecosystem: 'npm', name: 'left-trim' }, manifest_path: 'package.json' },
  security_advisory: {
    ghsa_id: 'GHSA-aaaa-bbbb-cccc',
    cve_id: 'CVE-2026-1234',
    severity: 'high',
    summary: 'Quadratic time in trimming',
    description: 'Blanks without end.',
  },
  created_at: '2026-05-01T10:00:00Z',
  updated_at: '2026-05-01T10:00:00Z',
};

const EVENT = {
  id: '7',
  type: 'IssueCommentEvent',
  actor: { login: 'mira' },
  repo: { name: 'acme/rocket', url: 'https://api.service.example/repos/acme/rocket' },
  payload: { issue: { title: 'Lantern flickers' }, comment: { body: 'It is the wick, 日本語も' } },
  public: true,
  created_at: '2026-05-01T10:00:00Z',
};

const NOTIFICATION = {
  id: '9',
  repository: { full_name: 'acme/rocket' },
  subject: { type: 'Issue', title: 'Lantern flickers', url: 'https://api.service.example/x/1' },
  reason: 'mention',
  unread: true,
  updated_at: '2026-05-02T10:00:00Z',
  last_read_at: null,
  url: 'https://api.service.example/notifications/threads/9',
};

const BUDGET = {
  id: 'b1',
  budget_type: 'ProductPricing',
  budget_product_skus: ['actions', 'packages'],
  budget_scope: 'organization',
  budget_entity_name: 'acme',
  budget_amount: 50,
  prevent_further_usage: true,
};

const GIST = {
  id: '0a1b',
  html_url: 'https://gist.service.example/0a1b',
  description: 'Trim the wicks of lanterns',
  public: true,
  owner: { login: 'mira' },
  files: { 'wick.py': { filename: 'wick.py', language: 'Python', size: 12 } },
  created_at: '2026-05-01T10:00:00Z',
  updated_at: '2026-05-02T10:00:00Z',
};

const STAR = {
  starred_at: '2026-05-01T10:00:00Z',
  repo: { full_name: 'acme/beacon', description: 'Lantern protocol', topics: ['lighthouse'], private: false },
};

describe('captured records are searched', () => {
  let directory: string;
  let path: string;

  beforeEach(async () => {
    directory = temporaryFolder();
    path = join(directory, 'store.db');
  });

  async function keep(name: CaptureName, ...records: readonly object[]): Promise<void> {
    const context = { feed: 'user', org: 'acme', service: 'https://api.service.example/', seenAtMs: NOW_MS };
    await writeCapture(path, { ...context, name, records });
  }

  /** The kind and title of each result. */
  function search(text: string): readonly string[] {
    const store = openStore(path);
    try {
      return searchStore(store.db, text, { limit: 20, nowMs: NOW_MS }).results.map(
        ({ kind, title }) => `${kind} ${title}`,
      );
    } finally {
      store.close();
    }
  }

  it('alerts and budgets by their words, states and places', async () => {
    await keep('alerts', ALERT);
    await keep('budgets', BUDGET);
    const alert = 'alert Quadratic time in trimming';
    expect(search('quadratic')).toEqual([alert]);
    expect(search('CVE-2026-1234 left-trim')).toEqual([alert]);
    expect(search('type:alert is:open repo:acme/rocket created:2026-05')).toEqual([alert]);
    expect(search('type:alert is:dismissed')).toEqual([]);
    expect(search('packages type:budget')).toEqual(['budget acme: 50 for actions,packages']);
    expect(search('is:open')).toEqual([]); // Without words or a type, only threads are searched.
  });

  it('events and notifications only if their type is named, because they repeat threads', async () => {
    await keep('events', EVENT);
    await keep('notifications', NOTIFICATION);
    expect(search('lantern')).toEqual([]);
    expect(search('lantern type:event')).toEqual(['event IssueCommentEvent Lantern flickers']);
    expect(search('wick type:event author:mira')).toHaveLength(1);
    expect(search('本語 type:event')).toHaveLength(1);
    expect(search('lantern type:notification is:unread')).toEqual(['notification Lantern flickers']);
    expect(search('lantern (type:event OR type:notification)')).toHaveLength(2);
  });

  it('gists by words and file names, and stars only with their type', async () => {
    await keep('gists', GIST, { ...GIST, id: '2c', description: null });
    await keep('stars', STAR);
    const gist = 'gist Trim the wicks of lanterns';
    expect(search('lanterns')).toEqual([gist]);
    expect(search('wick.py type:gist author:mira').toSorted()).toEqual([gist, 'gist wick.py']);
    expect(search('lighthouse')).toEqual([]);
    expect(search('lighthouse type:star')).toEqual(['star acme/beacon']);
    await keep('gists', { ...GIST, description: 'Snuffers' });
    expect(search('lanterns')).toEqual([]);
    expect(search('snuffers')).toEqual(['gist Snuffers']);
  });

  it('also after any number of events that would rank higher', async () => {
    await keep(
      'events',
      ...Array.from({ length: 40 }, (_, index) => ({ ...EVENT, id: String(index + 100) })),
    );
    const advisory = {
      ...ALERT.security_advisory,
      description: `Blanks ${'without end '.repeat(99)} lantern`,
    };
    await keep('alerts', { ...ALERT, security_advisory: advisory });
    const store = openStore(path);
    expect(searchStore(store.db, 'lantern', { limit: 1, nowMs: NOW_MS }).results).toMatchObject([
      { kind: 'alert' },
    ]);
    store.close();
  });

  it('by their current text, once', async () => {
    await keep('alerts', ALERT);
    await keep('alerts', ALERT);
    const changed = { ...ALERT.security_advisory, summary: 'Linear after all' };
    await keep('alerts', { ...ALERT, state: 'fixed', security_advisory: changed });
    expect(search('quadratic')).toEqual([]);
    expect(search('linear is:fixed type:alert')).toEqual(['alert Linear after all']);
    await keep('alerts', ALERT, { ...ALERT, number: 8 });
    expect(search('linear')).toEqual([]);
    expect(search('quadratic')).toHaveLength(2);
    const db = openDatabase(path, { readonly: false });
    expect(
      db.prepare("SELECT count(*) FROM search_text WHERE search_text MATCH 'linear'").pluck().get(),
    ).toBe(0);
    db.exec("INSERT INTO search_text (search_text, rank) VALUES ('integrity-check', 1)");
    expect(db.prepare('SELECT count(*) FROM search_documents').pluck().get()).toBe(2);
    db.close();
  });

  it('after the index was built again from all rows', async () => {
    await keep('alerts', ALERT);
    await keep('budgets', BUDGET);
    await keep('events', EVENT, { ...EVENT, id: '8', payload: { commits: [{ message: 'Trim the lamp' }] } });
    await keep('notifications', NOTIFICATION);
    const db = openDatabase(path, { readonly: false });
    clearIndex(db);
    buildIndex(db);
    db.close();
    expect(search('quadratic')).toHaveLength(1);
    expect(search('wick type:event')).toHaveLength(1);
    expect(search('trim type:event')).toHaveLength(1);
    expect(search('lantern type:notification')).toHaveLength(1);
  });
});
