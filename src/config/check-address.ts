import { isLoopbackHost } from '../base/listen-on.ts';

/**
 * What is wrong with an address that receives messages or tokens; undefined if it is valid. Unencrypted http is only
 * allowed on this machine. The result does not contain the address, which may be a secret.
 */
export function checkAddress(text: string): string | undefined {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) {
    return 'must be an address that begins with https:// or, on this machine, http://';
  }
  const { protocol, hostname } = new URL(text);
  return protocol === 'http:' && !isLoopbackHost(hostname)
    ? 'must begin with https://: anyone on the network can read http://'
    : undefined;
}
