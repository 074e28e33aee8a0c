import type { Clock } from '../base/clock.ts';
import { loadOptionalPackage } from '../base/optional-package.ts';
import type { Random } from '../base/random.ts';
import { readNetwork } from '../client/network.ts';
import { parseObjectLocation } from './object-location.ts';
import type { ObjectStore } from './object-store.ts';

export interface OpenObjectOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly signal: AbortSignal;
  /**
   * The proxies, the certificates to trust (`AWS_CA_BUNDLE`, and `SATCHEL_CA_FILE` as for the service), and what the SDK does
   * not read itself.
   */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Opens `s3://bucket/prefix` with the usual credentials and settings of the AWS SDK
 * (https://docs.aws.amazon.com/sdkref/latest/guide/standardized-credentials.html). Fails with `package-missing` if the SDK is
 * not installed: it is an optional peer dependency, larger than everything else together, and only needed here.
 */
export async function openObjectStore(location: string, options: OpenObjectOptions): Promise<ObjectStore> {
  const place = parseObjectLocation(location);
  const sdk = await loadOptionalPackage(
    '@aws-sdk/client-s3',
    `open "${location}"`,
    () => import('@aws-sdk/client-s3'),
  );
  const { createS3Store } = await import('./s3-store.ts');
  const { env } = options;
  const network = await readNetwork(env, env['AWS_CA_BUNDLE'], env['SATCHEL_CA_FILE']);
  return createS3Store(sdk, { ...options, ...place, network });
}
