import { BlockList, isIP } from 'node:net';

type Family = 'ipv4' | 'ipv6';

/**
 * Addresses that lead nowhere or inwards (the IANA special-purpose registries), by family: Node takes an IPv4
 * address for its IPv6-mapped form, so that one list for both would refuse every IPv4 address.
 */
const INWARD_RANGES: Readonly<Record<Family, readonly (readonly [network: string, prefix: number])[]>> = {
  ipv4: [
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
  ],
  ipv6: [
    ['::', 127],
    ['100::', 64],
    ['fc00::', 7],
    ['fe80::', 10],
    ['fec0::', 10],
    ['ff00::', 8],
    // These hold an IPv4 address, and no storage service has need of them: mapped, translated, 6to4.
    ['::ffff:0:0', 96],
    ['64:ff9b::', 96],
    ['64:ff9b:1::', 48],
    ['2002::', 16],
  ],
};

/** True for an IP address that is private, link-local, loopback or otherwise not on the public internet. */
export function isInwardAddress(address: string): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  const list = new BlockList();
  for (const [network, prefix] of INWARD_RANGES[family]) {
    list.addSubnet(network, prefix, family);
  }
  return list.check(address, family);
}
