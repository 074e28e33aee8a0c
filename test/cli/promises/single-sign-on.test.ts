import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeTarGz, recordFile, SCHEMA_PART } from '../../archive/support/make-tar.ts';
import { writeShelvedArchive } from '../../sandbox/support/archive-shelf.ts';
import { startFrontService } from '../support/front-service.ts';
import { type CliBench, openCliBench } from '../support/run-cli.ts';

const ADDRESS = 'https://service.example/orgs/acme/sso?authorization_request=AbCdEf0123456789AbCdEf0123';

describe('organizations that ask for single sign-on', () => {
  let bench: CliBench;

  beforeEach(async () => {
    bench = await openCliBench({ issues: 2 });
  });

  it('have the address at which the token is authorized shown in full', async () => {
    const front = await startFrontService(bench.sandbox.ready.base_url, (answer, { path }) => {
      if (path.includes('/orgs/')) {
        answer.status = 403;
        answer.headers['x-service-sso'] = `required; url=${ADDRESS}`;
        answer.body = { message: 'Resource protected by organization SAML enforcement.' };
      }
    });
    const args = ['export', 'list', '--org', 'acme', '--base-url', front.url];
    const { status, err } = await bench.run(args);
    expect(err).toContain('the token is not authorized for it');
    expect(err).toContain(`Authorize the token at ${ADDRESS} and try again`);
    expect(status).not.toBe(0);
    const { out } = await bench.run([...args, '--json']);
    expect(JSON.parse(out.trim().split('\n').at(-1) ?? '')).toMatchObject({
      details: { authorizeUrl: ADDRESS },
    });
  });

  it.each(['21955855', '21955855,20582480'])('make a list that leaves %s out no whole one', async (left) => {
    const front = await startFrontService(bench.sandbox.ready.base_url, ({ headers }, { path }) => {
      if (path.includes('/user/repos')) {
        headers['x-service-sso'] = `partial-results; organizations=${left}`;
      }
    });
    const listed = await bench.run(['export', 'repos', '--base-url', front.url]);
    expect([listed.status, listed.err]).toEqual([3, expect.stringContaining(left.replace(',', ', '))]);
    const vault = join(bench.directory, `vault-${left}`);
    const { status, out, err } = await bench.run(['backup', '--vault', vault, '--base-url', front.url]);
    expect(status).toBe(3);
    expect(`${out}${err}`).toContain('organization 21955855: the token is not authorized');
  });

  it('make a backup end with warnings, for jobs and programs too, if only a captured list lacks one', async () => {
    const front = await startFrontService(bench.sandbox.ready.base_url, ({ headers }, { path }) => {
      if (path.includes('/user/starred')) {
        headers['x-service-sso'] = 'partial-results; organizations=21955855';
      }
    });
    const args = ['backup', '--vault', join(bench.directory, 'vault'), '--base-url', front.url];
    const { status, out } = await bench.run([...args, '--with', 'stars', '--json']);
    const summary = JSON.parse(out.trim().split('\n').at(-1) ?? '');
    expect([status, summary]).toEqual([3, expect.objectContaining({ exit: 'warnings' })]);
    expect(summary.completeness.is_complete).toBe(true);
  });

  it('leave a backup with errors in its archive the status of those', async () => {
    const bytes = makeTarGz([SCHEMA_PART, recordFile('users_000001.json', [{ type: 'user', url: 'x' }])]);
    const faulty = await openCliBench({
      async writeArchive(options) {
        const archive = await writeShelvedArchive(options);
        await writeFile(options.path, bytes);
        return { ...archive, sizeBytes: bytes.length };
      },
    });
    const front = await startFrontService(faulty.sandbox.ready.base_url, ({ headers }, { path }) => {
      if (path.includes('/user/repos')) {
        headers['x-service-sso'] = 'partial-results; organizations=21955855';
      }
    });
    const vault = join(faulty.directory, 'vault');
    const { status, err } = await faulty.run(['backup', '--vault', vault, '--base-url', front.url]);
    expect([status, err]).toEqual([6, expect.stringContaining('omits organizations (21955855)')]);
  });
});
