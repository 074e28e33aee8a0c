import { describe, expect, it } from 'vitest';
import { makeIssues } from './support/make-records.ts';
import { makeTarGz, recordFile, SCHEMA_PART, type TarPart } from './support/make-tar.ts';
import { readBytes } from './support/read-bytes.ts';

const read = (...parts: readonly TarPart[]) => readBytes(makeTarGz(parts));
const ISSUES = recordFile('issues_000001.json', makeIssues(1));

describe('EntryReader', () => {
  it('refuses links, devices and unsafe names, and continues', async () => {
    const { codes, names, records } = await read(
      SCHEMA_PART,
      { name: 'issues_000002.json', type: 'SymbolicLink', linkpath: '/etc/passwd' },
      { name: 'issues_000003.json', type: 'Link', linkpath: 'issues_000001.json' },
      { name: 'issues_000004.json', type: 'FIFO' },
      { ...ISSUES, name: '/issues_000005.json' },
      { ...ISSUES, name: '../issues_000006.json' },
      { ...ISSUES, name: 'C:issues_000007.json' },
      ISSUES,
    );
    expect(codes).toEqual([
      'entry-link',
      'entry-link',
      'entry-device',
      'entry-name-unsafe',
      'entry-name-unsafe',
      'entry-name-unsafe',
    ]);
    expect(names).toEqual(['schema.json', 'issues_000001.json']);
    expect(records).toHaveLength(1);
  });

  it('reads entries of the same name both, with a warning', async () => {
    const { codes, records } = await read(SCHEMA_PART, ISSUES, { ...ISSUES, name: './issues_000001.json' });
    expect(codes).toEqual(['entry-duplicate']);
    expect(records).toHaveLength(2);
  });

  it('names entries that no writer makes', async () => {
    const { findings, names } = await read(SCHEMA_PART, ISSUES, { name: 'notes.txt', body: 'x' });
    expect(findings).toMatchObject([{ code: 'entry-unknown', severity: 'info', entryName: 'notes.txt' }]);
    expect(names).toContain('notes.txt');
  });

  it('removes a wrapper directory', async () => {
    const { codes, names } = await read(
      { name: 'export/', type: 'Directory' },
      { ...SCHEMA_PART, name: 'export/schema.json' },
      { ...ISSUES, name: 'export/issues_000001.json' },
    );
    expect(codes).toEqual([]);
    expect(names).toEqual(['export', 'schema.json', 'issues_000001.json']);
  });

  it('warns of records of another export below another directory', async () => {
    const { findings, records } = await read(
      { ...SCHEMA_PART, name: 'one/schema.json' },
      { ...ISSUES, name: 'one/issues_000001.json' },
      { ...SCHEMA_PART, name: 'two/schema.json' },
      { ...ISSUES, name: 'two/issues_000001.json' },
    );
    expect(findings).toMatchObject([
      { code: 'entry-unknown', severity: 'info', entryName: 'two/schema.json' },
      {
        code: 'entry-misplaced',
        severity: 'warning',
        entryName: 'two/issues_000001.json',
        message:
          'The entry "two/issues_000001.json" was not read: it is in a different directory from the rest. Load that directory as a separate archive',
      },
    ]);
    expect(records).toHaveLength(1);
  });

  it('describes the contents of an archive that no migration wrote', async () => {
    const { findings } = await read({ name: 'part-1.tar.gz', body: 'x' }, { name: 'part-2.tgz', body: 'x' });
    expect(findings.at(-1)).toMatchObject({
      code: 'archive-foreign',
      message:
        'The archive contains 2 entries, but none that a migration writes. "part-1.tar.gz" may be an archive itself: give it alone, or together with the others',
    });
    const [alone] = (await read({ name: 'notes.txt', body: 'x' })).findings.slice(-1);
    expect(alone?.message).toBe('The archive contains 1 entry, but none that a migration writes');
  });

  it('does not call a damaged archive foreign', async () => {
    const { codes } = await readBytes(makeTarGz([SCHEMA_PART]).subarray(0, 30));
    expect(codes).toEqual(['gzip-truncated', 'tar-truncated']);
  });

  it('reports a foreign archive, and one without schema.json', async () => {
    expect((await read({ name: 'package/index.js', body: 'x' })).codes).toEqual([
      'entry-unknown',
      'archive-foreign',
    ]);
    expect((await read({ name: './', type: 'Directory' })).codes).toEqual(['archive-foreign']);
    expect((await read(ISSUES)).codes).toEqual(['schema-file-absent']);
  });

  it('calls an archive foreign that has nothing but logs', async () => {
    const parts = [
      { name: 'app/index.js', body: 'x' },
      { name: 'log/development.log', body: 'x' },
    ];
    expect((await read(...parts)).codes).toEqual(['entry-unknown', 'archive-foreign']);
  });

  it('reads schema.json at the end of the archive', async () => {
    const { codes, events } = await read(ISSUES, SCHEMA_PART);
    expect(codes).toEqual([]);
    expect(events.at(-2)).toMatchObject({ type: 'document', entryName: 'schema.json' });
  });

  it.each([
    ['{"version":"2.0.0"}', ['format-version-unknown']],
    ['{"version":"1.9.9"}', []],
    ['\ufeff{ "version": "1.2.0" }\n', []],
    ['{"version":1}', ['schema-file-invalid']],
    ['{}', ['schema-file-invalid']],
    ['[]', ['schema-file-invalid']],
    ['{"version"', ['schema-file-invalid']],
  ])('judges the schema.json %j', async (body, expected) => {
    expect((await read({ name: 'schema.json', body }, ISSUES)).codes).toEqual(expected);
  });

  it('judges urls.json', async () => {
    const urls = { user: '{scheme}://{+host}/{user}', issue_comment: { issue: 'a', pull_request: 'b' } };
    expect((await read(SCHEMA_PART, { name: 'urls.json', body: JSON.stringify(urls) })).codes).toEqual([]);
    expect((await read(SCHEMA_PART, { name: 'urls.json', body: '{"user":7}' })).codes).toEqual([
      'schema-file-invalid',
    ]);
  });

  it('leaves contents alone when records are skipped', async () => {
    const bytes = makeTarGz([SCHEMA_PART, { ...ISSUES, body: 'no JSON' }]);
    const { codes, events } = await readBytes(bytes, { skipRecords: true });
    expect(codes).toEqual([]);
    expect(events.map((event) => event.type)).toEqual(['entry', 'entry', 'end']);
  });
});
