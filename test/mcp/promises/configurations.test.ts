import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../house/afterwards.ts';
import { ROOT } from '../../house/documents.ts';
import { MAIN } from '../../house/packed-program.ts';
import { CURRENT } from '../../house/samples.ts';

/** How a client starts a server. */
interface Start {
  readonly command: string;
  readonly args: readonly string[];
}

const GUIDE = readFileSync(join(ROOT, 'docs/guides/assistants.md'), 'utf8');
const HOME_OF_GUIDE = '/home/mira';

/** The configurations of the guide, each as its client reads it. */
const CONFIGURATIONS: readonly (readonly [client: string, start: Start])[] = [
  ['Claude Desktop', JSON.parse(textOf(/```json\n(\{ "mcpServers".*)\n```/)).mcpServers.satchel],
  ['VS Code', JSON.parse(textOf(/code --add-mcp '(.+?)'/))],
  // The shell that reads the command expands its home.
  ['Claude Code', { command: '/bin/sh', args: ['-c', textOf(/claude mcp add satchel -- (.+?)`/)] }],
  ['Codex', { command: '/bin/sh', args: ['-c', textOf(/codex mcp add satchel -- (.+?)`/)] }],
];

describe('the guide', () => {
  let home: string;
  let path: string;

  beforeAll(async () => {
    home = temporaryFolder();
    const bin = join(home, 'bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'satchel'), `#!/bin/sh\nexec '${process.execPath}' '${MAIN}' "$@"\n`);
    chmodSync(join(bin, 'satchel'), 0o755);
    path = [bin, process.env['PATH']].join(delimiter);
    await promisify(execFile)(process.execPath, [
      MAIN,
      'vault',
      'import',
      CURRENT,
      '--vault',
      join(home, 'work'),
    ]);
  });

  it.each(CONFIGURATIONS)('configures %s so that it starts a server that answers', async (_name, start) => {
    const client = new Client({ name: 'test', version: '1' });
    const args = start.args.map((arg) => arg.replace(HOME_OF_GUIDE, home));
    const env = { PATH: path, HOME: home };
    await client.connect(new StdioClientTransport({ command: start.command, args, env }));
    const { content } = await client.callTool({ name: 'list_repositories' });
    expect(JSON.stringify(content)).toContain('northquay-works/ferrylight');
    await client.close();
  });
});

function textOf(pattern: RegExp): string {
  const [, text] = pattern.exec(GUIDE) ?? [];
  expect(text, String(pattern)).toBeDefined();
  return text ?? '';
}
