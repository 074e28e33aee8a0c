/** True for addresses of this machine, as sockets tell them: IPv4, IPv6, and IPv4 written as IPv6. */
export function isLoopback(address: string): boolean {
  return address === '::1' || /^(::ffff:)?127\.\d+\.\d+\.\d+$/.test(address);
}
