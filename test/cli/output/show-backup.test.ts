import { describe, expect, it } from 'vitest';
import type { BackupReport } from '../../../src/backup/backup-report.ts';
import { describeBackup } from '../../../src/cli/output/show-backup.ts';

function names(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `acme/r${index}`);
}

function reportOf(changes: Partial<BackupReport>): BackupReport & { readonly durationMs: number } {
  return {
    exit: 'done',
    account: 'acme',
    repositories: ['acme/rocket'],
    missingRepositories: [],
    failedRepositories: [],
    archives: [{ migrationId: 7, path: '/v/archives/a.tar.gz', sizeBytes: 2_048, sha256: 'ab' }],
    takenAt: '2026-06-01T12:00:00Z',
    isFromEarlier: false,
    isVerified: true,
    findings: [],
    counts: { issue: 2, user: 1 },
    changes: undefined,
    tables: [],
    lackingArchives: [],
    vault: '/vault',
    storePath: '/v/store.db',
    captures: [],
    clones: [],
    lfs: undefined,
    completeness: { isComplete: true, checks: [] },
    retention: undefined,
    owed: { unlocks: [], deletions: [] },
    durationMs: 1_000,
    ...changes,
  };
}

describe('describeBackup()', () => {
  it('fits a screen, however many repositories there are', () => {
    const text = describeBackup(
      reportOf({
        repositories: names(5_000),
        missingRepositories: names(3_000),
        failedRepositories: ['acme/r1'],
      }),
    );
    expect(text).toContain('exported  5000 repositories: acme/r0, acme/r1, ');
    expect(text).toContain('acme/r11, … and 4988 more');
    expect(text).toContain('  MISSING   acme/r0 was requested but not exported');
    expect(text).toContain('  FAILED    acme/r1: the service cannot export it');
    expect(text).toContain('\n            … and 2980 more\n');
    expect(text.split('\n').length).toBeLessThan(50);
  });

  it('says what is new, changed and deleted since the backup before', () => {
    const changes = { added: 1_115, changed: 9, deleted: 3, since: '2026-11-20T08:00:00Z' };
    const sentence = '1,115 new, 9 changed, 3 deleted since 20 Nov 2026';
    expect(describeBackup(reportOf({ changes }))).toContain(`\n  changes   ${sentence}\n`);
    expect(describeBackup(reportOf({}))).not.toContain('changes');
  });

  it('keeps the reason of a capture that failed', () => {
    const counts = { added: 1, changed: 0, unchanged: 0 };
    const trouble = 'Cannot list the budgets of "acme": the service does not accept the token';
    const text = describeBackup(
      reportOf({
        captures: [
          { name: 'alerts', of: 'acme', counts },
          { name: 'budgets', of: 'acme', trouble },
        ],
      }),
    );
    expect(text).toContain(`  FAILED    budgets of acme: ${trouble}`);
    expect(text).not.toContain('alerts of acme');
  });

  it('counts clones, and lists failed ones', () => {
    const failed = names(30).map((of) => ({ of, trouble: 'not found' }));
    const counts = { cloned: 1, updated: 2, unchanged: 3 };
    const text = describeBackup(
      reportOf({
        clones: [
          { name: 'gists', ...counts, emptied: ['1a2b'], replaced: [], failed: [] },
          { name: 'stars', ...counts, emptied: [], replaced: [], failed },
        ],
      }),
    );
    expect(text).toContain('  cloned    6 gists: 1 new, 2 updated, 3 as before\n');
    expect(text).toContain(
      '\n            1a2b has no branches any more at the service; the clone keeps the former ones',
    );
    expect(text).toContain('  cloned    6 starred repositories: 1 new, 2 updated, 3 as before, 30 FAILED\n');
    expect(text).toContain('\n            acme/r0: not found\n');
    expect(text).toContain('\n            … and 10 more\n');
  });

  it('lists the outstanding requests to the service, and how to make them', () => {
    const unlocks = [{ migrationId: 7, repository: 'acme/rocket' }];
    const text = describeBackup(reportOf({ owed: { unlocks, deletions: [9] } }));
    expect(text).toContain('  LOCKED    acme/rocket: unlock it with "satchel export unlock 7 acme/rocket"');
    expect(text).toContain('"satchel export delete 9" removes it');
  });
});
