import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { expect, it, onTestFinished } from 'vitest';
import { IS_LONG } from '../../house/long-run.ts';
import { HAS_SWIFT, startSwift } from '../../objects/support/swift-service.ts';
import { openBucketBench } from '../support/bucket-bench.ts';

// In a short run, other tests meet an S3 server from npm.
it.runIf(IS_LONG && HAS_SWIFT)(
  'a vault in OpenStack Swift survives the death of one of three nodes',
  async () => {
    const swift = await startSwift();
    onTestFinished(() => swift.close());
    const { url, accessKey: accessKeyId, secretKey: secretAccessKey } = swift;
    const credentials = { accessKeyId, secretAccessKey };
    const client = new S3Client({ endpoint: url, credentials, region: 'us-east-1', forcePathStyle: true });
    await client.send(new CreateBucketCommand({ Bucket: 'work' }));
    client.destroy();
    const { machine } = await openBucketBench(
      {},
      {
        env: {
          AWS_ENDPOINT_URL: url,
          AWS_ACCESS_KEY_ID: accessKeyId,
          AWS_SECRET_ACCESS_KEY: secretAccessKey,
        },
      },
    );
    expect(await machine('first').backUpHere()).toMatchObject({ status: 0 });
    await swift.killNode();
    expect(await machine('second').backUpHere()).toMatchObject({ status: 0 });
    const checked = JSON.parse(await machine('third').run(['vault', 'check', '--read-data', '--json']));
    expect(checked).toMatchObject({ archives: 2, archives_read: 2, findings: [] });
  },
  300_000,
);
