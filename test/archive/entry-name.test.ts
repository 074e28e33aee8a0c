import { describe, expect, it } from 'vitest';
import { createNameResolver, gitDirectoryOf, unsafetyOfName } from '../../src/archive/entry-name.ts';

describe('unsafetyOfName()', () => {
  it.each([
    ['/etc/passwd', 'it is absolute'],
    ['\\\\server\\share', 'it is absolute'],
    ['C:\\x', 'it is absolute'],
    ['c:x', 'it is absolute'],
    ['..', 'it points outside with ".."'],
    ['./a/../../b', 'it points outside with ".."'],
    ['a\\..\\b', 'it points outside with ".."'],
    ['a\u0000b', 'it contains a NUL byte'],
    ['ü'.repeat(2_049), 'longer than 4096 bytes'],
  ])('refuses %j', (name, reason) => {
    expect(unsafetyOfName(name, 4_096)).toBe(reason);
  });

  it.each(['./', 'schema.json', 'attachments/1/a..b..png', 'attachments/1/…', 'x'.repeat(4_096)])(
    'lets %j through',
    (name) => {
      expect(unsafetyOfName(name, 4_096)).toBeUndefined();
    },
  );
});

describe('createNameResolver()', () => {
  it('places a hostile name of a megabyte like any other', () => {
    expect(createNameResolver()(`a${'/'.repeat(1_000_000)}b`).class).toBe('unknown');
  });

  it.each([
    ['./schema.json', 'schema.json', 'schema'],
    ['schema.json', 'schema.json', 'schema'],
    ['./urls.json', 'urls.json', 'urls'],
    ['./audit_log.csv', 'audit_log.csv', 'audit_log'],
    ['./issues_000001.json', 'issues_000001.json', 'records'],
    ['./pull_request_review_threads_000012.json', 'pull_request_review_threads_000012.json', 'records'],
    ['./novelties_000001.json', 'novelties_000001.json', 'records'],
    ['./issues.json', 'issues.json', 'records'],
    ['./log/gl-exporter.log', 'log/gl-exporter.log', 'log'],
    ['./repositories/alice/garden.git/HEAD', 'repositories/alice/garden.git/HEAD', 'git'],
    ['./repositories/alice/garden.wiki.git/HEAD', 'repositories/alice/garden.wiki.git/HEAD', 'git'],
    ['./repositories/group/sub/garden.git/HEAD', 'repositories/group/sub/garden.git/HEAD', 'git'],
    ['./attachments/guid/My picture (1).png', 'attachments/guid/My picture (1).png', 'attachment'],
    ['./attachments/0123.png', 'attachments/0123.png', 'attachment'],
    ['./repository_files/12/A@B.txt', 'repository_files/12/A@B.txt', 'repository_file'],
    ['./releases/uuid/tool.zip', 'releases/uuid/tool.zip', 'release_asset'],
    ['./._issues_000001.json', '._issues_000001.json', 'unknown'],
    ['./attachments/.DS_Store', 'attachments/.DS_Store', 'unknown'],
    ['./Issues_1.txt', 'Issues_1.txt', 'unknown'],
  ])('places %s', (raw, name, entryClass) => {
    expect(createNameResolver()(raw)).toEqual({ name, class: entryClass });
  });

  it.each([
    'package.json',
    'issues_000001.json ',
    'issues_000001.json.gz',
    'issues_000001.json~',
    'issues_000001.json (1)',
    'issues_000001.JSONL.1',
  ])('reports JSON whose name is not that of a record file: "%s"', (name) => {
    expect(createNameResolver()(`./${name}`)).toEqual({ name, class: 'unknown', hasUnusualName: true });
  });

  it('removes one wrapper directory, from the first entry that shows it', () => {
    const place = createNameResolver();
    expect(place('./export/')).toEqual({ name: 'export', class: 'unknown' });
    expect(place('./export/issues_000001.json')).toEqual({ name: 'issues_000001.json', class: 'records' });
    expect(place('./export/notes.txt')).toEqual({ name: 'notes.txt', class: 'unknown' });
    expect(place('./other/issues_000001.json')).toEqual({
      name: 'other/issues_000001.json',
      class: 'unknown',
      isMisplaced: true,
    });
  });

  it.each(['a', 'backup/export', 'home/alice/export'])('removes the wrapper %s', (wrapper) => {
    const place = createNameResolver();
    expect(place(`./${wrapper}/notes.txt`).class).toBe('unknown');
    expect(place(`./${wrapper}/repositories/alice/garden.git/HEAD`)).toEqual({
      name: 'repositories/alice/garden.git/HEAD',
      class: 'git',
    });
    expect(place(`./${wrapper}/users_000001.json`)).toEqual({ name: 'users_000001.json', class: 'records' });
  });

  it('does not mistake a directory of the archive for a wrapper', () => {
    const place = createNameResolver();
    expect(place('repositories/alice/garden/issues_000001.json').class).toBe('unknown');
    expect(place('repository_files/drafts/schema.json').class).toBe('unknown');
    expect(place('schema.json').class).toBe('schema');
  });

  it('reports record files that are deeper than any wrapper', () => {
    const place = createNameResolver();
    expect(place('a/b/c/d/issues_000001.json')).toEqual({
      name: 'a/b/c/d/issues_000001.json',
      class: 'unknown',
      isMisplaced: true,
    });
    expect(place('a/b/c/d/data_1.json')).toEqual({ name: 'a/b/c/d/data_1.json', class: 'unknown' });
  });

  it('accepts no wrapper if there are files at the root', () => {
    const place = createNameResolver();
    place('./schema.json');
    expect(place('./copy/issues_000001.json')).toEqual({
      name: 'copy/issues_000001.json',
      class: 'unknown',
      isMisplaced: true,
    });
    expect(place('./__MACOSX/._issues_000001.json').isMisplaced).toBeUndefined();
  });

  it('does not mistake an upload for a record file', () => {
    const place = createNameResolver();
    expect(place('attachments/guid/issues_000001.json').class).toBe('attachment');
    expect(place('repository_files/7/schema.json').class).toBe('repository_file');
  });
});

describe('gitDirectoryOf()', () => {
  it('returns the bare repository that contains an entry', () => {
    expect(gitDirectoryOf('repositories/a/b.git/objects/pack/x.pack')).toBe('repositories/a/b.git');
    expect(gitDirectoryOf('repositories/a/b.git/c.git/x')).toBe('repositories/a/b.git');
    expect(gitDirectoryOf('repositories/group/sub/b.git/HEAD')).toBe('repositories/group/sub/b.git');
  });
});
