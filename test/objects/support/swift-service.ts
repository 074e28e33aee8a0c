import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { temporaryFolder } from '../../house/afterwards.ts';

/** OpenStack Swift on this machine, with the S3 interface of its proxy. */
export interface SwiftService {
  readonly url: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /** Kills one of the three nodes that keep objects. */
  killNode(): Promise<void>;
  close(): Promise<void>;
}

/** The Debian packages swift-proxy, swift-account, swift-container and swift-object. */
export const HAS_SWIFT = [
  'swift-proxy-server',
  'swift-account-server',
  'swift-container-server',
  'swift-object-server',
].every((program) => existsSync(`/usr/bin/${program}`));

/** Nodes that keep objects, and copies of each object. */
const NODES = 3;

const KINDS = ['object', 'container', 'account'] as const;

/** Starts a proxy, an account server, a container server and three object servers, each as a process of its own. */
export async function startSwift(): Promise<SwiftService> {
  const directory = temporaryFolder();
  const children: ChildProcess[] = [];
  const start = async (program: string, name: string, settings: string): Promise<ChildProcess> => {
    const port = await freePort();
    const path = join(directory, `${name}.conf`);
    writeFileSync(path, settings.replaceAll('PORT', String(port)));
    ports.set(name, port);
    const child = spawn(`/usr/bin/${program}`, [path], { stdio: 'ignore' });
    children.push(child);
    await untilListening(port);
    return child;
  };
  const ports = new Map<string, number>();
  const nodes: ChildProcess[] = [];
  for (let node = 1; node <= NODES; node += 1) {
    nodes.push(
      await start('swift-object-server', `object-${node}`, serverSettings(directory, 'object', node)),
    );
  }
  await start('swift-container-server', 'container-1', serverSettings(directory, 'container', 1));
  await start('swift-account-server', 'account-1', serverSettings(directory, 'account', 1));
  const portsOf = (kind: string) =>
    [...ports].flatMap(([name, port]) => (name.startsWith(kind) ? [port] : []));
  const rings = Object.fromEntries(KINDS.map((kind) => [kind, portsOf(kind)]));
  execFileSync('/usr/bin/python3', ['-c', BUILD_RINGS, directory, JSON.stringify(rings)], {
    stdio: 'ignore',
  });
  await start('swift-proxy-server', 'proxy', PROXY.replaceAll('DIRECTORY', directory));
  return {
    url: `http://127.0.0.1:${ports.get('proxy')}`,
    accessKey: 'test:tester',
    secretKey: 'testing',
    async killNode() {
      const node = nodes.pop();
      node?.kill('SIGKILL');
      await (node && once(node, 'close'));
    },
    async close() {
      for (const child of children.filter(
        ({ exitCode, signalCode }) => exitCode === null && signalCode === null,
      )) {
        child.kill('SIGKILL');
        await once(child, 'close');
      }
      rmSync(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

function serverSettings(directory: string, kind: (typeof KINDS)[number], node: number): string {
  const devices = join(directory, `${kind}-${node}`);
  mkdirSync(join(devices, 'd1'), { recursive: true });
  return `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = PORT
workers = 0
user = ${process.env['USER'] ?? 'root'}
swift_dir = ${directory}
devices = ${devices}
mount_check = false
[pipeline:main]
pipeline = ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
`;
}

const PROXY = `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = PORT
workers = 0
user = ${process.env['USER'] ?? 'root'}
swift_dir = DIRECTORY
[pipeline:main]
pipeline = catch_errors gatekeeper cache listing_formats bulk s3api tempauth slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
${['catch_errors', 'gatekeeper', 'listing_formats', 'bulk', 'slo', 'dlo']
  .map((name) => `[filter:${name}]\nuse = egg:swift#${name}\n`)
  .join('')}`;

/** Decides where each object is: on every node. With the classes of `swift-ring-builder`, which starts for seconds. */
const BUILD_RINGS = `
import json, sys
from swift.common.ring import RingBuilder
for kind, ports in json.loads(sys.argv[2]).items():
    builder = RingBuilder(4, len(ports), 0)
    for port in ports:
        builder.add_dev({'region': 1, 'zone': len(builder.devs) + 1, 'ip': '127.0.0.1', 'port': port, 'device': 'd1', 'weight': 100})
    builder.rebalance()
    builder.get_ring().save(sys.argv[1] + '/' + kind + '.ring.gz')
`;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function untilListening(port: number): Promise<void> {
  for (let attempts = 0; attempts < 600; attempts += 1) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
    });
    socket.destroy();
    if (isOpen) {
      return;
    }
    await pause(50);
  }
  throw new Error(`Nothing listens on port ${port}`);
}
