import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { writeArchive } from '../../../src/sandbox/write-archive.ts';
import { sampled } from '../../house/long-only.ts';
import { claim } from '../../spec/claim.ts';
import { DIALECTS, EXPORT_MS, openStage, type WorldSize, worldOf } from './support/stage.ts';

describe.each(sampled(DIALECTS, 1))('the archive, specification 2.8 (%s)', (dialect) => {
  /** The names of the entries of an archive, without a leading `./`. */
  async function exportNames(size: WorldSize, body: object = {}): Promise<readonly string[]> {
    const stage = await openStage(dialect, { writeArchive, world: worldOf(dialect, size) });
    const { json } = await stage.ask('/user/migrations', {
      method: 'POST',
      body: { repositories: stage.sandbox.ready.repositories, ...body },
    });
    stage.clock.advance(EXPORT_MS);
    const redirect = await stage.ask(`/user/migrations/${json.id}/archive`);
    const { bytes } = await stage.askUrl(redirect.headers['location']!, { as: null });
    return [...entryNames(gunzipSync(bytes))].map((name) => name.replace(/^\.\//, ''));
  }

  it('is a tar.gz with the named files and the two directories', async (context) => {
    const names = await exportNames({ issues: 40, years: 4 });
    claim(context, '2.8/archive/container');

    for (const name of [...FILES, ...(dialect === 'service' ? SPECIFIED_FILES : [])]) {
      expect(
        names.some((entry) => new RegExp(`^${name}(_\\d+)?\\.json$`).test(entry)),
        name,
      ).toBe(true);
      claim(context, `2.8/archive/${name}`);
    }
    for (const name of ['attachments', 'repositories']) {
      expect(names.some((entry) => entry.startsWith(`${name}/`) && entry.length > name.length + 1)).toBe(
        true,
      );
      claim(context, `2.8/archive/directory-${name}`);
    }
  });

  it('leaves out what the start body excludes', async (context) => {
    const parts = async (body: object) => {
      const names = await exportNames({ issues: 12 }, body);
      return Object.fromEntries(PARTS.map(([part, mark]) => [part, names.some((name) => mark.test(name))]));
    };
    const everything = { metadata: true, git_data: true, attachments: true, releases: true };
    expect(await parts({})).toEqual(everything);
    for (const part of ['git_data', 'attachments', 'releases']) {
      expect(await parts({ [`exclude_${part}`]: true })).toEqual({ ...everything, [part]: false });
      claim(context, `4.5/start/body/exclude_${part}`);
    }
    expect(await parts({ exclude_metadata: true })).toMatchObject({ metadata: false, git_data: true });
    claim(context, '4.5/start/body/exclude_metadata');
    const names = await exportNames({ issues: 12 }, { exclude_owner_projects: true });
    expect(names.filter((name) => name.startsWith('projects_'))).toEqual([]);
  });
});

const PARTS = [
  ['metadata', /^issues_\d+\.json$/],
  ['git_data', /^repositories\/.+/],
  ['attachments', /^attachments\/.+/],
  ['releases', /^releases_\d+\.json$/],
] as const;

const FILES = [
  'attachments',
  'commit_comments',
  'issue_comments',
  'issue_events',
  'issues',
  'milestones',
  'organizations',
  'protected_branches',
  'pull_request_reviews',
  'pull_requests',
  'releases',
  'repositories',
  'schema',
  'users',
];

/** Names that no known archive of the real service has. */
const SPECIFIED_FILES = ['bases', 'projects', 'review_comments'];

/** The names of a tar's entries: a few lines of their own, so that the archive is not judged by what reads it. */
function* entryNames(tar: Buffer): Generator<string> {
  let longName: string | undefined;
  for (let offset = 0; offset + 512 <= tar.length && tar[offset] !== 0; ) {
    const header = tar.subarray(offset, offset + 512);
    const sizeBytes = Number.parseInt(header.toString('latin1', 124, 136), 8);
    const type = header.toString('latin1', 156, 157);
    const content = tar.toString('utf8', offset + 512, offset + 512 + sizeBytes);
    if (type === 'L') {
      longName = content.replace(/\0+$/, '');
    } else {
      yield longName ?? header.toString('utf8', 0, 100).replace(/\0.*$/s, '');
      longName = undefined;
    }
    offset += 512 + Math.ceil(sizeBytes / 512) * 512;
  }
}
