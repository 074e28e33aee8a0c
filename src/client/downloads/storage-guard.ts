import type { LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import type { Hints } from '../../base/failure.ts';
import { isLoopbackAddress, isLoopbackHost } from '../../base/listen-on.ts';
import { Failure } from '../../model/failure.ts';
import { lookupHost } from '../network/dispatcher.ts';
import { redactUrl } from '../request-url.ts';

type Range = readonly [network: string, prefix: number];

/** IPv4 addresses that are not on the public internet (the IANA special-purpose registries). */
const INWARD_IPV4: readonly Range[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
];

/**
 * The same by family: Node also matches the IPv6-mapped form of IPv4 addresses, so a common list would reject every
 * IPv4 address.
 */
const INWARD_RANGES: Readonly<Record<Family, readonly Range[]>> = {
  ipv4: INWARD_IPV4,
  ipv6: [
    ['100::', 64],
    ['fc00::', 7],
    ['fe80::', 10],
    ['fec0::', 10],
    ['ff00::', 8],
    // These contain an IPv4 address (compatible, mapped, locally translated, Teredo, 6to4), and no storage needs them.
    ['::', 96],
    ['::ffff:0:0', 96],
    ['64:ff9b:1::', 48],
    ['2001::', 32],
    ['2002::', 16],
    // In a network without IPv4, names have an address that ends with their IPv4 address (RFC 6052, 2.2).
    ...INWARD_IPV4.map(([network, prefix]): Range => [`64:ff9b::${network}`, 96 + prefix]),
  ],
};

/**
 * Decides where archives may be fetched from, because the service that chooses the address may be wrong or malicious:
 * only https, no user names, and no private, link-local or loopback addresses. If the base URL is on this machine,
 * addresses on this machine are allowed, also without TLS. `allowedHosts` (`store.example` or `store.example:9000`)
 * are always allowed.
 */
export function createStorageGuard(baseUrl: URL, allowedHosts: readonly string[] = []) {
  const isLocal = isLoopbackHost(baseUrl.hostname);
  const isAllowed = (address: string) => !isInwardAddress(address) || (isLocal && isLoopbackAddress(address));
  const allowed = new Set(allowedHosts.map((host) => host.toLowerCase()));
  const isTrusted = (url: URL) => allowed.has(url.host) || allowed.has(url.hostname);
  const trustedNames = new Set([...allowed].map((host) => host.replace(/:\d+$/, '')));
  const guardedLookup = createGuardedLookup(isAllowed);
  const ownLookup: LookupFunction = (hostname, options, callback) =>
    trustedNames.has(hostname.toLowerCase())
      ? lookupHost(hostname, options, callback)
      : guardedLookup(hostname, options, callback);
  return {
    /** A lookup function for sockets that rejects names that resolve to private addresses. */
    lookup: ownLookup,
    /**
     * For connections through a proxy, which resolves names itself: throws if the name resolves to a private address
     * here. Names that only the proxy can resolve are allowed.
     */
    async checkName(url: URL): Promise<void> {
      if (!isTrusted(url)) {
        await refuseInwardName(guardedLookup, url.hostname);
      }
    },
    /** Throws `location-refused` for an address that is not allowed. */
    check(url: URL): void {
      const host = url.hostname.replace(/^\[|\]$/g, '');
      const isPlainAllowed =
        url.protocol === 'http:' && (isTrusted(url) || (isLocal && isLoopbackHost(url.hostname)));
      if (url.protocol !== 'https:' && !isPlainAllowed) {
        throw refusal(redactUrl(url), 'it does not come over https');
      }
      if (url.username !== '' || url.password !== '') {
        throw refusal(redactUrl(url), 'the address contains a user name or password');
      }
      if (isIP(host) !== 0 && !isTrusted(url) && !isAllowed(host)) {
        throw inwardRefusal(host);
      }
    },
  };
}

/** The socket connects to the addresses that are checked here, so resolving a name differently later has no effect. */
function createGuardedLookup(isAllowed: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookupHost(hostname, { ...options, all: true }, (error, found) => {
      const addresses = Array.isArray(found) ? found : [];
      if (error === null && addresses.some(({ address }) => !isAllowed(address))) {
        callback(inwardRefusal(hostname), '');
      } else if (error !== null || options.all === true) {
        callback(error, addresses);
      } else {
        const { address, family }: LookupAddress = addresses[0] ?? { address: '', family: 4 };
        callback(null, address, family);
      }
    });
  };
}

async function refuseInwardName(guardedLookup: LookupFunction, hostname: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    guardedLookup(hostname.replace(/^\[|\]$/g, ''), { all: true }, (error) => {
      if (error instanceof Failure) {
        reject(error);
      } else {
        resolve();
      }
    });
  });
}

function inwardRefusal(hostname: string): Failure {
  return refusal(hostname, 'it is a private, link-local or loopback address', {
    hint: 'If your service keeps its archives there, allow it with "allowedStorageHosts"',
    commandHint: 'If your service keeps its archives there, allow it with --allow-storage-host HOST',
  });
}

function refusal(place: string, found: string, hints?: Hints): Failure {
  return new Failure('location-refused', `Cannot fetch from "${place}": ${found}`, hints);
}

type Family = 'ipv4' | 'ipv6';

/** True for an IP address that is private, link-local, loopback or otherwise not on the public internet. */
export function isInwardAddress(address: string): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  const list = new BlockList();
  for (const [network, prefix] of INWARD_RANGES[family]) {
    list.addSubnet(network, prefix, family);
  }
  return list.check(address, family);
}
