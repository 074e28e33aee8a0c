import { createServer } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { listenOn } from '../../src/base/listen-on.ts';

const createGreeter = () => createServer((_, response) => response.end('here'));

describe('listenOn()', () => {
  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['0.0.0.0', '127.0.0.1'],
    ['localhost', 'localhost'],
  ])('returns the address of a server on %s', async (host, reached) => {
    const { origin, port, close } = await listenOn(createGreeter(), { host, port: 0 });
    try {
      expect(origin).toBe(`http://${reached}:${port}`);
      expect(await (await fetch(origin)).text()).toBe('here');
    } finally {
      await close();
    }
  });

  it('fails with a hint if the port is taken', async () => {
    const { port, close } = await listenOn(createGreeter(), { host: '127.0.0.1', port: 0 });
    try {
      await expect(listenOn(createGreeter(), { host: '127.0.0.1', port })).rejects.toMatchObject({
        code: 'usage',
        message: expect.stringContaining(`Cannot listen on "127.0.0.1:${port}"`),
        commandHint: expect.stringContaining('--port'),
      });
    } finally {
      await close();
    }
  });

  it('suggests another host if the host is wrong', async () => {
    await expect(listenOn(createGreeter(), { host: '192.0.2.1', port: 0 })).rejects.toMatchObject({
      code: 'usage',
      commandHint: 'Choose an address of this machine with --host',
    });
  });

  it('ends connections that ask for nothing', async () => {
    const { port, close } = await listenOn(createGreeter(), { host: '127.0.0.1', port: 0 });
    const connection = connect(port, '127.0.0.1');
    await new Promise((resolve) => connection.once('connect', resolve));
    const ended = new Promise((resolve) => connection.once('close', resolve));
    await close();
    await ended;
    expect(connection.destroyed).toBe(true);
  });
});
