import { once } from 'node:events';
import type { Command } from 'commander';
import { filesOf } from '../../app/folders-of-store.ts';
import { requireNewestToPublish, withPublicStore, withStoreAt } from '../../app/store-at-snapshot.ts';
import { findStore, type StoreSettings } from '../../app/store-location.ts';
import type { CreateMcpServer } from '../../mcp/create-mcp-server.ts';
import { Failure } from '../../model/failure.ts';
import type { CommandContext } from '../context.ts';
import { addFlag, addHelpEnd, addHelpNote, PORT_WORDS, parsePort } from '../flags/flags.ts';
import { addSnapshotFlag, addStoreFlags, type SnapshotFlags } from '../flags/store-flags.ts';
import { dataOutput } from '../output/guard-output.ts';

interface McpFlags extends StoreSettings, SnapshotFlags {
  readonly http?: boolean;
  readonly port?: number;
  readonly public?: boolean;
}

/** `satchel mcp`: answers an assistant until its input ends or a signal arrives. */
export function defineMcp(command: Command, context: CommandContext): void {
  addStoreFlags(command);
  addSnapshotFlag(command);
  addFlag(command, '--public', 'answer from what is public only');
  addFlag(
    command,
    '--http',
    'serve HTTP on this machine, with a token, instead of standard input and output',
  );
  addFlag(command, '--port <number>', PORT_WORDS, { parse: parsePort });
  addHelpNote(
    command,
    'Programs that speak the Model Context Protocol start it as "satchel mcp --vault PATH". It only reads.',
  );
  addHelpEnd(command, ['mcp --vault ~/work', 'mcp --db work.db --public', 'mcp --http --port 7284']);
  command.action(async (flags: McpFlags) => {
    if (flags.port !== undefined && flags.http !== true) {
      throw new Failure('usage', 'Cannot use a port without HTTP', {
        hint: 'Add --http, or leave --port out',
      });
    }
    requireNewestToPublish(flags);
    const path = await findStore(flags, context);
    const onNote = (text: string) => void context.stderr.write(`${text}\n`);
    await (flags.public === true
      ? withPublicStore(path, {
          context,
          onNote,
          hasGit: false,
          hasPseudonyms: false,
          use: (at) => serve(at, undefined, flags, context),
        })
      : withStoreAt(path, flags.snapshot, (at) => serve(at, path, flags, context)));
  });
}

/** Serves the store at `store`, with the files of the store at `filesOfPath`. */
async function serve(
  store: string,
  filesOfPath: string | undefined,
  flags: McpFlags,
  context: CommandContext,
): Promise<void> {
  const folders = filesOfPath === undefined ? undefined : await filesOf(filesOfPath, context);
  const { openAnswers } = await import('../../mcp/open-answers.ts');
  const { prepareMcpServers } = await import('../../mcp/create-mcp-server.ts');
  const { clock, signal, env } = context;
  const sources = openAnswers({ store, folders, clock, signal, searchPath: env['PATH'] ?? '' });
  try {
    const create = await prepareMcpServers(sources);
    await (flags.http === true ? serveByHttp(create, flags, context) : serveByStreams(create, context));
  } finally {
    sources.close();
  }
}

async function serveByStreams(create: CreateMcpServer, context: CommandContext): Promise<void> {
  const { StdioServerTransport } = await import('@modelcontextprotocol/sdk/server/stdio.js');
  const { stdin, signal } = context;
  const server = create();
  const ended = Promise.race([once(stdin, 'end'), once(stdin, 'close'), once(signal, 'abort')]);
  await server.connect(new StdioServerTransport(stdin, dataOutput(context.stdout)));
  if (!signal.aborted) {
    await ended;
  }
  await server.close();
}

async function serveByHttp(
  create: CreateMcpServer,
  { port = 0 }: McpFlags,
  { signal, random, stdout }: CommandContext,
): Promise<void> {
  const { MCP_PATH, serveHttp } = await import('../../mcp/serve-http.ts');
  const token = random.hex(24);
  const listener = await serveHttp({ createServer: create, port, token });
  try {
    stdout.write(
      `${JSON.stringify({ message_type: 'ready', url: `${listener.origin}${MCP_PATH}`, token })}\n`,
    );
    if (!signal.aborted) {
      await once(signal, 'abort');
    }
  } finally {
    await listener.close();
  }
}
