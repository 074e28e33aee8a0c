import { textOfBytes } from '../../base/byte-text.ts';
import { definedMembers } from '../../base/json.ts';
import { joinSignals } from '../../base/signals.ts';
import { Failure } from '../../model/failure.ts';
import type { FailureCode } from '../../model/failures.table.ts';
import { isPageType } from '../downloads/judge-head.ts';
import { describeAnswer, isServerTrouble } from '../failures/response-failure.ts';
import { readUrl, redactUrl } from '../request-url.ts';
import type { ApiRequest, ApiResponse, Send } from '../send.ts';
import { showForeignText } from '../service-error.ts';
import { type RetryOptions, withRetry } from './with-retry.ts';

/** What a git server has of a repository. */
export interface GitRefs {
  /** The ids of the targets by full name. */
  readonly refs: ReadonlyMap<string, string>;
  /** The branch that HEAD names. */
  readonly head: string | undefined;
}

/** A repository at the git server of the service. */
export interface GitRefsRequest {
  readonly url: URL;
  /** The value of the Authorization header. */
  readonly authorization: string;
  readonly signal?: AbortSignal | undefined;
}

interface ListerOptions extends RetryOptions {
  readonly userAgent: string;
  readonly signal: AbortSignal | undefined;
}

const LIST_TYPE = 'application/x-git-upload-pack-advertisement';

/** The gate does not know the limits of git servers, which answer 429. */
function isGitTrouble(status: number): boolean {
  return isServerTrouble(status) || status === 429;
}

/**
 * Creates a function that lists the refs of a repository. Git itself takes an empty answer, or a page without line feeds,
 * for an empty repository, because it still reads servers that only hand out files. Here anything but a whole list of
 * the smart protocol is a failure (gitprotocol-http, "Smart Clients").
 */
export function createRefLister(send: Send, { userAgent, signal: outer, ...waiting }: ListerOptions) {
  const retry = withRetry({ ...waiting, isTrouble: isGitTrouble });
  return async ({ url, authorization, signal }: GitRefsRequest): Promise<GitRefs> => {
    const request: ApiRequest = {
      action: `list the refs of "${redactUrl(url)}"`,
      method: 'GET',
      route: '/{repository}/info/refs',
      url: new URL(`${url.href.replace(/\/$/, '')}/info/refs?service=git-upload-pack`),
      headers: { authorization, 'user-agent': userAgent },
      hasBytes: true,
      ...definedMembers({ signal: joinSignals(signal, outer) }),
    };
    let found: GitRefs | undefined;
    const response = await retry(async (each) => {
      const answer = await send(each);
      found = isGitTrouble(answer.status) ? undefined : readAnswer(each, answer);
      return answer;
    })(request);
    if (found === undefined) {
      throw refusal(request, response);
    }
    return found;
  };
}

/** Fails with `network` for an answer that is cut off: it may be whole next time. */
function readAnswer(request: ApiRequest, answer: ApiResponse): GitRefs {
  const { status, headers, text } = answer;
  if (status === 200 && headers.get('content-type') === LIST_TYPE) {
    const refs = readRefs(request, text);
    if (refs !== undefined) {
      return refs;
    }
    throw new Failure('network', `Cannot ${request.action}: the list is not complete`);
  }
  if (status < 300 && text === '') {
    throw new Failure('network', `Cannot ${request.action}: ${describeAnswer(answer)}`);
  }
  throw refusal(request, answer);
}

const REFUSALS: Readonly<Record<number, readonly [code: FailureCode, found: string]>> = {
  401: ['unauthorized', 'the service does not accept the token for it (401)'],
  403: ['forbidden', 'the token does not permit this (403)'],
  404: ['absent', 'it was not found, or this token cannot see it (404)'],
};

function refusal({ action }: ApiRequest, answer: ApiResponse): Failure {
  const { status, headers, url } = answer;
  const known = REFUSALS[status];
  if (known !== undefined) {
    return new Failure(known[0], `Cannot ${action}: ${known[1]}`);
  }
  if (isGitTrouble(status)) {
    return new Failure('service-unavailable', `Cannot ${action}: the service answered ${status}`);
  }
  const target = status < 400 ? readUrl(headers.get('location'), url) : undefined;
  if (target !== undefined) {
    const found = `it is redirected (${status}) to "${redactUrl(target)}"`;
    return new Failure('location-refused', `Cannot ${action}: ${found}`);
  }
  const type = headers.get('content-type');
  const found = isPageType(type)
    ? describeAnswer(answer)
    : `it answered ${status} with "${showForeignText(type ?? 'no type')}"`;
  return new Failure('not-the-service', `Cannot ${action}: ${found} instead of the refs of a repository`);
}

const REF = /^([\da-f]{40}|[\da-f]{64}) ([^\0\n]+)(?:\0([^\n]*))?\n?$/;

/** Reads a list of refs in bytes (gitprotocol-pack, "Reference Discovery"); undefined if it is cut off or damaged. */
function readRefs({ action }: ApiRequest, text: string): GitRefs | undefined {
  const [service, end, ...lines] = readLines(text) ?? [];
  const denial = lines.find((line) => line.startsWith('ERR '));
  if (denial !== undefined) {
    const words = showForeignText(denial.slice('ERR '.length));
    throw new Failure('request-refused', `Cannot ${action}: the service says "${words}"`);
  }
  const isWhole = service?.trimEnd() === '# service=git-upload-pack' && end === '';
  if (!isWhole || lines.length === 0 || lines.indexOf('') !== lines.length - 1) {
    return undefined;
  }
  const refs = new Map<string, string>();
  let head: string | undefined;
  for (const line of lines.slice(0, -1)) {
    const [, id = '', bytes = '', capabilities] = REF.exec(line) ?? [];
    if (id === '' && !line.startsWith('shallow ')) {
      return undefined;
    }
    head ??= / symref=HEAD:(refs\/heads\/[^ ]+)/.exec(` ${capabilities}`)?.[1];
    if (bytes.startsWith('refs/') && !bytes.endsWith('^{}')) {
      refs.set(textOf(bytes), id);
    }
  }
  return { refs, head: head === undefined ? undefined : textOf(head) };
}

function textOf(bytes: string): string {
  return textOfBytes(Buffer.from(bytes, 'latin1'));
}

/** Splits lines with a length in front (gitprotocol-common, "pkt-line Format"); a flush is an empty line. */
function readLines(text: string): readonly string[] | undefined {
  const lines: string[] = [];
  for (let at = 0; at < text.length; ) {
    const digits = text.slice(at, at + LENGTH_DIGITS);
    const length = /^[\da-f]{4}$/.test(digits) ? Number.parseInt(digits, 16) : Number.NaN;
    if (!(length === 0 || length > LENGTH_DIGITS) || at + length > text.length) {
      return undefined;
    }
    lines.push(text.slice(at + LENGTH_DIGITS, at + length));
    at += Math.max(length, LENGTH_DIGITS);
  }
  return lines;
}

const LENGTH_DIGITS = 4;
