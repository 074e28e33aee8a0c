import { BlockList, isIP } from 'node:net';

/** True where a host name or address (as a URL shows it) means this machine. */
export function isLoopbackHost(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/^\[|\]$/g, '');
  return host === 'localhost' || host.endsWith('.localhost') || isLoopbackAddress(host);
}

/** True for an IP address of this machine itself. */
export function isLoopbackAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 0) {
    return false;
  }
  const list = new BlockList();
  list.addSubnet('127.0.0.0', 8, 'ipv4'); // Node matches its IPv6-mapped form as well.
  list.addAddress('::1', 'ipv6');
  return list.check(address, family === 6 ? 'ipv6' : 'ipv4');
}
