import { isLoopbackHost } from '../base/index.ts';

/**
 * What is wrong with an address that texts or tokens are to be sent to; undefined where nothing is. Plain http is for this
 * machine alone: on the way to another one everybody could read along. The address itself is not in the answer.
 */
export function judgeAddress(text: string): string | undefined {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) {
    return 'must be an address that begins with https:// or, on this machine, http://';
  }
  const { protocol, hostname } = new URL(text);
  return protocol === 'http:' && !isLoopbackHost(hostname)
    ? 'must begin with https://: anyone on the network can read http://'
    : undefined;
}
