import { describe, expect, it } from 'vitest';
import { SCHEMA_PART, type TarPart } from '../support/make-tar.ts';
import { ALICE, AT, fileOf, GARDEN, makeAttachment, makeRepository } from '../support/trap-records.ts';
import { codesOf, countsOf, findingsOf, messagesOf, verifyParts } from '../support/verify-parts.ts';

/** Without a file of accounts, the archive would also have findings about missing accounts. */
const USERS = fileOf('users', { type: 'user', url: ALICE, login: 'alice', created_at: AT });
const file = (name: string): TarPart => ({ name: `./${name}`, body: 'x' });

function attachment(guid: string, name = 'a.png'): object {
  return makeAttachment({
    url: `https://service.example/user-attachments/assets/${guid}`,
    asset_url: `tarball://root/attachments/${guid}/${name}`,
  });
}

const RELEASE = {
  type: 'release',
  url: `${GARDEN}/releases/tag/v1`,
  repository: GARDEN,
  tag_name: 'v1',
  name: null,
  release_assets: ['a', 'b'].map((name) => ({
    asset_name: name,
    asset_url: `tarball://root/releases/u/${name}`,
    created_at: AT,
  })),
  created_at: AT,
};

const FILE = {
  type: 'repository_file',
  url: `${GARDEN}/files/7/%40Notes.txt`,
  file_url: 'tarball://root/repository_files/7/@Notes.txt',
};

describe('createUploadCheck()', () => {
  it('is silent if records and files fit, whichever come first', async () => {
    const records = [fileOf('attachments', attachment('1')), fileOf('releases', RELEASE)];
    const files = ['attachments/1/a.png', 'releases/u/a', 'releases/u/b'].map(file);
    for (const parts of [
      [...records, ...files],
      [...files, ...records],
    ]) {
      const report = await verifyParts([SCHEMA_PART, USERS, ...parts]);
      expect(report.uploads).toEqual({ missing: 0, excluded: 0, unclaimed: 0 });
      expect(Object.keys(countsOf(report)).filter((code) => code.startsWith('attachment'))).toEqual([]);
    }
  });

  it('reports files that are named and missing', async () => {
    const report = await verifyParts([
      SCHEMA_PART,
      USERS,
      fileOf('repositories', makeRepository()),
      fileOf('attachments', attachment('1'), attachment('2')),
      fileOf('releases', RELEASE),
      file('attachments/1/a.png'),
      file('releases/u/a'),
    ]);
    expect(report.uploads).toEqual({ missing: 2, excluded: 0, unclaimed: 0 });
    expect(codesOf(report, 'warning', 'error')).toEqual(['attachment-missing']);
    expect(findingsOf(report, 'attachment-missing')).toMatchObject([
      {
        message:
          '"https://service.example/user-attachments/assets/2" names the attachment "attachments/2/a.png", which is not in the archive',
        entryName: 'attachments_000001.json',
        recordIndex: 1,
        pointer: '/asset_url',
      },
      {
        message: `"${GARDEN}/releases/tag/v1" names the release asset "releases/u/b", which is not in the archive`,
        pointer: '/release_assets/1/asset_url',
      },
    ]);
  });

  it('reports once that an export left out all files of a class', async () => {
    const report = await verifyParts([
      SCHEMA_PART,
      USERS,
      fileOf('attachments', ...Array.from({ length: 50 }, (_, index) => attachment(`${index}`))),
    ]);
    expect(codesOf(report, 'warning', 'error')).toEqual([]);
    expect(report.uploads).toEqual({ missing: 0, excluded: 50, unclaimed: 0 });
    expect(messagesOf(report, 'attachment-excluded')).toEqual([
      'The archive has no attachments, but its records name 50',
    ]);
  });

  it('reports files that no record names', async () => {
    const files = ['attachments/1/a.png', 'attachments/2/a.png', 'releases/u/a'].map(file);
    const report = await verifyParts([SCHEMA_PART, USERS, fileOf('attachments', attachment('1')), ...files]);
    expect(report.uploads.unclaimed).toBe(2);
    expect(messagesOf(report, 'attachment-unclaimed')).toEqual([
      'No record names the attachment "attachments/2/a.png"',
      'The archive has 1 release asset that no record names',
    ]);
    expect(codesOf(report, 'warning', 'error')).toEqual([]);
  });

  it.each([
    ['as it stands', 'before & after (100%).png', 'before & after (100%).png'],
    ['encoded in the record', 'a%20b.png', 'a b.png'],
    ['encoded in the archive', '@b ✿.png', '%40b%20%E2%9C%BF.png'],
  ])('joins names %s', async (_, named, stored) => {
    const report = await verifyParts([
      SCHEMA_PART,
      USERS,
      fileOf('attachments', attachment('1', named), attachment('2')),
      file(`attachments/1/${stored}`),
      file('attachments/2/a.png'),
    ]);
    expect(report.uploads).toEqual({ missing: 0, excluded: 0, unclaimed: 0 });
  });

  it('handles files of other writers, foreign addresses, and uploads that are not images', async () => {
    const other = makeAttachment({ asset_url: 'tarball://root/attachments/uploads/4f/b.png' });
    const elsewhere = makeAttachment({ url: 'u', asset_url: 'https://storage.example/b.png' });
    const report = await verifyParts([
      SCHEMA_PART,
      USERS,
      fileOf('attachments', other, elsewhere),
      fileOf('repository_files', FILE),
      file('attachments/uploads/4f/b.png'),
      file('repository_files/7/@Notes.txt'),
    ]);
    expect(report.uploads).toEqual({ missing: 0, excluded: 0, unclaimed: 0 });
  });

  it('reports repositories without a git directory, and git directories without a repository', async () => {
    const wiki = makeRepository({ wiki_url: 'tarball://root/repositories/alice/garden.wiki.git' });
    const report = await verifyParts([
      SCHEMA_PART,
      USERS,
      fileOf('repositories', wiki),
      file('repositories/alice/garden.git/HEAD'),
      file('repositories/alice/garden.git/config'),
      file('repositories/alice/attic.git/HEAD'),
    ]);
    expect(codesOf(report, 'warning', 'error')).toEqual([]);
    expect(messagesOf(report, 'wiki-missing')).toEqual(['The archive has no wikis, but its records name 1']);
    expect(messagesOf(report, 'git-directory-unclaimed')).toEqual([
      'No record names the git directory "repositories/alice/attic.git"',
    ]);
    expect(report.uploads).toEqual({ missing: 0, excluded: 0, unclaimed: 0 });
  });

  it('warns if an archive contains the git directories of only some repositories', async () => {
    const [shed, wiki] = [`${GARDEN}-shed`, 'tarball://root/repositories/alice/garden-shed.wiki.git'];
    const other = makeRepository({
      url: shed,
      name: 'garden-shed',
      git_url: 'tarball://root/repositories/alice/garden-shed.git',
      wiki_url: wiki,
    });
    const report = await verifyParts([
      SCHEMA_PART,
      USERS,
      fileOf('repositories', makeRepository(), other),
      file('repositories/alice/garden.git/HEAD'),
      file('repositories/alice/garden.wiki.git/HEAD'),
    ]);
    expect(codesOf(report, 'warning', 'error')).toEqual(['git-directory-missing']);
    expect(messagesOf(report, 'git-directory-missing')).toEqual([
      `"${shed}" names the git directory "repositories/alice/garden-shed.git", which is not in the archive`,
    ]);
    expect(messagesOf(report, 'wiki-missing')).toEqual([
      `"${shed}" names the wiki "repositories/alice/garden-shed.wiki.git", which is not in the archive`,
    ]);
  });

  it('reports once that an archive has only metadata or only git data', async () => {
    const metadata = await verifyParts([SCHEMA_PART, USERS, fileOf('repositories', makeRepository())]);
    expect(messagesOf(metadata, 'git-directory-excluded')).toEqual([
      'The archive has no git directories, but its records name 1',
    ]);
    const git = await verifyParts([SCHEMA_PART, USERS, file('repositories/alice/garden.git/HEAD')]);
    expect(messagesOf(git, 'git-directory-unclaimed')).toEqual([
      'The archive has 1 git directory that no record names',
    ]);
  });
});
