import { createServer, type IncomingMessage, type ServerResponse, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** The parameters of signed addresses of archives. Only some of them are recognizable as secrets by name or form. */
const SIGNED = {
  'X-Amz-Signature': '5f2e8c01b7d94a6e83c0d1f7a2b4968e5f2e8c01b7d94a6e83c0d1f7a2b4968e',
  'X-Amz-Credential': 'quillon-8841/20260601/eu-west-9/s3/aws4_request',
  'X-Amz-Security-Token': 'Fw0GZXIvYXdzE+Kd/9q8w7e6r5t4y3u2i1o0p==',
  ticket: 'vq81mmz07rkxu55tgq20b',
};

/** A real server between a command and a sandbox, which repeats secrets in its responses. */
export interface EchoService {
  readonly url: string;
  /** The number of API requests since the last call of `failAt`. */
  readonly count: number;
  /** Makes all requests from this number on fail with `status`; infinity disables it. */
  failAt(number: number, status: number): void;
  /** All secrets that it repeats, which must never be shown. */
  readonly secrets: readonly string[];
}

/**
 * Starts the service in front of the sandbox at `target`, whose token for the caller is `token`. Its errors repeat the
 * caller's authorization in bodies, headers and the reason phrase; addresses of archives point to a storage that
 * repeats its query. Stopped at the end of the test.
 */
export async function startEchoService(target: string, token: string): Promise<EchoService> {
  const repeated = new Set<string>();
  let count = 0;
  let first = Number.POSITIVE_INFINITY;
  let failing = 500;
  const server = createServer((incoming, outgoing) => {
    const { pathname, search } = new URL(incoming.url ?? '', own());
    if (pathname.startsWith('/storage/')) {
      return answerAsStorage(outgoing, search);
    }
    count += 1;
    for (const secret of secretsOf(incoming)) {
      repeated.add(secret);
    }
    return count > first
      ? answerWithEcho(outgoing, failing, secretsOf(incoming))
      : passOn(incoming, outgoing);
  });

  function passOn(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { host: _, 'accept-encoding': __, ...headers } = incoming.headers;
    const { origin } = new URL(target);
    const known = headers.authorization === undefined ? {} : { authorization: `Bearer ${token}` };
    const onward = sendRequest(
      `${origin}${incoming.url}`,
      { method: incoming.method, headers: { ...headers, ...known } },
      (answered) => {
        const { location, link } = answered.headers;
        const signed = `${own()}/storage/archive.tar.gz?${new URLSearchParams(SIGNED)}`;
        outgoing.writeHead(answered.statusCode ?? 500, {
          ...answered.headers,
          ...(link === undefined ? {} : { link: String(link).replaceAll(origin, own()) }),
          ...(location === undefined ? {} : { location: signed }),
        });
        answered.pipe(outgoing);
      },
    );
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  function own(): string {
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
  return {
    url: `${own()}${new URL(target).pathname.replace(/\/$/, '')}`,
    get count() {
      return count;
    },
    failAt(number, status) {
      count = 0;
      first = number;
      failing = status;
    },
    get secrets() {
      return [...repeated, ...Object.values(SIGNED)].flatMap(spellings);
    },
  };
}

/** The token of a request, or the secret of an OAuth app. */
function secretsOf({ headers }: IncomingMessage): readonly string[] {
  const [scheme = '', value = ''] = (headers.authorization ?? '').split(' ');
  if (scheme.toLowerCase() !== 'basic') {
    return value === '' ? [] : [value];
  }
  return [value, Buffer.from(value, 'base64').toString().split(':')[1] ?? ''];
}

/** All encodings of a secret that the service uses. */
function spellings(secret: string): readonly string[] {
  return [
    ...new Set([
      secret,
      encodeURIComponent(secret),
      Buffer.from(secret).toString('base64'),
      Buffer.from(`x-access-token:${secret}`).toString('base64'),
    ]),
  ];
}

function answerWithEcho(outgoing: ServerResponse, status: number, secrets: readonly string[]): void {
  const echo = secrets.flatMap(spellings).join(' and ');
  const address = `https://service.example/x?access_token=${encodeURIComponent(secrets[0] ?? '')}`;
  outgoing.writeHead(status, `No ${echo}`, {
    'content-type': 'application/json',
    'x-service-request-id': echo,
    'x-github-request-id': echo,
    'x-service-sso': `required; url=${address}`,
    'x-accepted-oauth-scopes': echo,
    'www-authenticate': `Bearer realm="${echo}"`,
    warning: `299 - "${echo}"`,
    location: address,
    link: `<${address}>; rel="next"`,
    deprecation: echo,
  });
  const error = { resource: echo, field: echo, code: 'custom', message: echo, value: echo };
  outgoing.end(
    JSON.stringify({
      message: `Cannot serve you with ${echo} at ${address}`,
      errors: [error, echo],
      documentation_url: address,
      block: { reason: echo, html_url: address },
      [echo]: echo,
    }),
  );
}

/** As S3, which includes the signed request in its errors. */
function answerAsStorage(outgoing: ServerResponse, search: string): void {
  const echo = Object.values(SIGNED).flatMap(spellings).join(' ');
  outgoing.writeHead(403, `Forbidden ${echo}`, {
    'content-type': 'application/xml',
    'x-amz-request-id': echo,
  });
  outgoing.end(
    `<?xml version="1.0"?><Error><Code>SignatureDoesNotMatch ${echo}</Code><Message>${search} is not ${echo}</Message>` +
      `<StringToSign>${echo}</StringToSign><HostId>${echo}</HostId><RequestId>${echo}</RequestId></Error>`,
  );
}
