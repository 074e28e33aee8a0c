import * as sdk from '@aws-sdk/client-s3';
import { expect, it, onTestFinished } from 'vitest';
import { createSystemClock } from '../../../src/base/clock.ts';
import { createSystemRandom } from '../../../src/base/random.ts';
import { finishForgetting } from '../../../src/keeping/bucket/forget-objects.ts';
import { createS3Store } from '../../../src/objects/s3-store.ts';
import { FORGOTTEN } from '../../../src/vault/layout.ts';
import { keysOf } from '../../backup/support/bucket-bench.ts';
import { lendEnvironment } from '../../objects/support/lend-environment.ts';
import { startObjectServer } from '../../objects/support/object-server.ts';

it('finishForgetting() removes what a killed removal left, and nothing that was added again', async () => {
  const server = await startObjectServer('work');
  const env = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret', AWS_ENDPOINT_URL: server.url };
  lendEnvironment(env);
  const { signal } = new AbortController();
  const context = { clock: createSystemClock(), random: createSystemRandom(), signal, env };
  const objects = createS3Store(sdk, { bucket: 'work', prefix: '', ...context });
  onTestFinished(async () => {
    objects.close();
    await server.close();
  });
  const kept = ['archives/again.tar.gz', 'archives/other.tar.gz', 'manifests/again.tar.gz.json'];
  const marks = ['gone', 'again'].map((name) => `manifests/${name}.tar.gz.json${FORGOTTEN}`);
  for (const key of [...kept, 'archives/gone.tar.gz', ...marks]) {
    server.objects.set(key, Buffer.from('{}'));
  }
  await finishForgetting(objects);
  expect(keysOf(server, '')).toEqual(kept);
});
