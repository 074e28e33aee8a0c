import { type Clock, Failure, type Random, systemErrorCode } from '../base/index.ts';
import { parseObjectLocation } from './object-location.ts';
import type { ObjectStore } from './object-store.ts';

export interface OpenObjectOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly signal: AbortSignal;
  /** The variables that the SDK does not read itself. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Opens `s3://bucket/prefix` with the usual credentials and settings of the AWS SDK
 * (https://docs.aws.amazon.com/sdkref/latest/guide/standardized-credentials.html). Fails with `usage` if the SDK is not
 * installed: it is an optional peer dependency, larger than everything else together, and only needed here.
 */
export async function openObjectStore(location: string, options: OpenObjectOptions): Promise<ObjectStore> {
  const place = parseObjectLocation(location);
  const sdk = await loadSdk(location);
  const { createS3Store } = await import('./s3-store.ts');
  return createS3Store(sdk, { ...options, ...place });
}

async function loadSdk(location: string): Promise<typeof import('@aws-sdk/client-s3')> {
  try {
    return await import('@aws-sdk/client-s3');
  } catch (error) {
    if (systemErrorCode(error) !== 'ERR_MODULE_NOT_FOUND') {
      throw error;
    }
    throw new Failure('usage', `Cannot open "${location}": the package @aws-sdk/client-s3 is not installed`, {
      hint: 'Install it next to Satchel: npm install -g @aws-sdk/client-s3',
    });
  }
}
