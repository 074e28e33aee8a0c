import { describe, expect, it, onTestFinished } from 'vitest';
import { createKnownNames, readRepositoryNames } from '../../src/reading/read-names.ts';
import { createReleaseReader, findRelease, listReleases } from '../../src/reading/read-releases.ts';
import { applySchema } from '../../src/store/database/schema.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';

const RELEASES = 5_000;

/** Finds latest releases by comparing each with all others: obviously correct, but quadratic. */
const LATEST_BY_COMPARISON = `
  SELECT r.id FROM releases AS r
  WHERE r.state IS NOT 'draft' AND r.is_prerelease IS NOT 1 AND NOT EXISTS (
    SELECT 1 FROM releases AS l
    WHERE l.repo = r.repo AND l.state IS NOT 'draft' AND l.is_prerelease IS NOT 1
      AND (coalesce(l.published_at, l.created_at), l.id) > (coalesce(r.published_at, r.created_at), r.id))
  ORDER BY r.id`;

/** A store with releases in ten repositories and outside of any: drafts, pre-releases, equal and missing times. */
function openReleases(): Database {
  const db = openDatabase(':memory:', { readonly: false });
  onTestFinished(() => {
    db.close();
  });
  applySchema(db);
  const insert = db.prepare(
    `INSERT INTO releases (id, repo, tag_name, state, is_prerelease, created_at, published_at, url, shape_id, digest)
     VALUES (@id, @repo, @tag, @state, @isPrerelease, @createdAt, @publishedAt, @url, 1, 1)`,
  );
  const repository = db.prepare(
    `INSERT INTO repositories (id, repo, name, url, shape_id, digest) VALUES (?, ?, ?, ?, 1, 1)`,
  );
  const repos = Array.from({ length: 10 }, (_, index) => `acme/app-${index}`);
  repos.forEach((repo, index) => {
    repository.run(index + 1, repo, repo, `https://service.example/${repo}`);
  });
  for (let id = 1; id <= RELEASES; id += 1) {
    const scattered = (id * 2_654_435_761) % 4_294_967_296;
    const at = (days: number) => new Date(Date.UTC(2020, 0, 1 + (days % 700))).toISOString();
    const repo = scattered % 11 === 10 ? null : repos[scattered % 11];
    insert.run({
      id,
      repo,
      tag: `v${id}`,
      state: scattered % 7 === 0 ? 'draft' : 'published',
      isPrerelease: scattered % 5 === 0 ? 1 : 0,
      createdAt: scattered % 997 === 0 ? null : at(scattered),
      publishedAt: scattered % 3 === 0 ? null : at(scattered + 40),
      url: `https://service.example/${repo ?? 'none'}/releases/${id}`,
    });
  }
  return db;
}

describe('listReleases()', () => {
  it('marks as latest what a comparison of all 5,000 releases with each other does', () => {
    const db = openReleases();
    const known = createKnownNames(readRepositoryNames(db));
    const expected = db.prepare<[], number>(LATEST_BY_COMPARISON).pluck().all();
    expect(expected.length).toBeGreaterThan(10);

    const all = [...listReleases(db, known, { limit: RELEASES, isOldestFirst: true })];
    expect(all).toHaveLength(RELEASES);
    const latest = all.filter(({ isLatest }) => isLatest);
    expect(latest.map(({ id }) => id).sort((a, b) => a - b)).toEqual(expected);

    const ofRepository = createReleaseReader(db);
    for (const repo of [...new Set(all.map((release) => release.repo))]) {
      const ids = latest.filter((release) => release.repo === repo).map(({ id }) => id);
      const read = [...ofRepository(repo)].filter(({ isLatest }) => isLatest);
      expect(read.map(({ id }) => id)).toEqual(ids);
      if (repo !== null) {
        const listed = [...listReleases(db, known, { repo, limit: RELEASES, isOldestFirst: true })];
        expect(listed.filter(({ isLatest }) => isLatest).map(({ id }) => id)).toEqual(ids);
        expect(ids).toContain(findRelease(db, known, { repo, tag: undefined }).id);
      }
    }
  });
});

describe('findRelease()', () => {
  it('finds the newest one where no release is final', () => {
    const db = openReleases();
    db.prepare("UPDATE releases SET is_prerelease = 1 WHERE repo = 'acme/app-1'").run();
    const known = createKnownNames(readRepositoryNames(db));
    const repo = 'acme/app-1';
    const [newest] = listReleases(db, known, { repo, limit: 1, isOldestFirst: false });
    const found = findRelease(db, known, { repo, tag: undefined });
    expect(found).toMatchObject({ id: newest?.id, isPrerelease: true, isLatest: false });
  });
});
