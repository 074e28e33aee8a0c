import type { Environment } from '../base/user-directories.ts';
import { Failure } from '../model/failure.ts';

/** A bucket, and the beginning of the keys in it: empty or ending with `/`. */
export interface ObjectLocation {
  readonly bucket: string;
  readonly prefix: string;
}

/** Whether a text names a place in object storage, and not a directory. */
export function isObjectLocation(text: string): boolean {
  return /^s3:\/\//i.test(text);
}

/**
 * The rules for names of buckets, without those that only apply to AWS
 * (https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html).
 */
const LOCATION = /^s3:\/\/(?<bucket>[a-z0-9][a-z0-9._-]{1,61}[a-z0-9])(?:\/(?<prefix>.*))?$/i;

/** Reads `s3://bucket/prefix`. Fails with `usage`. */
export function parseObjectLocation(text: string): ObjectLocation {
  const { bucket, prefix = '' } = LOCATION.exec(text)?.groups ?? {};
  const segments = prefix.split('/').filter((segment) => segment !== '');
  if (bucket === undefined || segments.some((segment) => segment === '.' || segment === '..')) {
    throw new Failure('usage', `"${text}" is not a place in object storage`, {
      hint: 'Write s3://BUCKET or s3://BUCKET/PREFIX',
    });
  }
  return { bucket, prefix: segments.map((segment) => `${segment}/`).join('') };
}

/** The URL of a place for programs that do not know `s3://`; it ends with `/`. */
export function objectUrl(location: string, env: Environment): string {
  const { bucket, prefix } = parseObjectLocation(location);
  const endpoint = endpointOf(env);
  const region = env['AWS_REGION'] ?? env['AWS_DEFAULT_REGION'];
  const host =
    endpoint === undefined
      ? `https://${bucket}.s3.${region === undefined ? '' : `${region}.`}amazonaws.com`
      : `${endpoint.replace(/\/+$/, '')}/${bucket}`;
  return `${host}/${prefix}`;
}

/** The address of the server; undefined for AWS. Fails with `usage` if it is invalid. */
export function endpointOf(env: Environment): string | undefined {
  const endpoint = env['AWS_ENDPOINT_URL_S3'] ?? env['AWS_ENDPOINT_URL'];
  if (endpoint === undefined || (/^https?:\/\//i.test(endpoint) && URL.canParse(endpoint))) {
    return endpoint;
  }
  const found = endpoint.includes('@') ? '' : ` "${endpoint}"`;
  throw new Failure(
    'usage',
    `Cannot use the endpoint${found} of the environment: it is not an address of http or https`,
    {
      hint: 'Set AWS_ENDPOINT_URL to an address such as https://storage.example',
    },
  );
}
