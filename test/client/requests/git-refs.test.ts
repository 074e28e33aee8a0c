import { describe, expect, it } from 'vitest';
import { type Step, startScriptedServer } from '../support/scripted-server.ts';
import { createTestClient } from '../support/test-client.ts';

const ID = 'a'.repeat(40);
const PEELED = 'b'.repeat(40);
const TYPE = 'application/x-git-upload-pack-advertisement';

/** Lines with their lengths in front, as a git server sends them. */
function advertised(...lines: readonly string[]): string {
  const packet = (line: string) => `${(line.length + 4).toString(16).padStart(4, '0')}${line}`;
  return `${packet('# service=git-upload-pack\n')}0000${lines.map(packet).join('')}0000`;
}

function answer(status: number, body: string, type = TYPE): Step {
  return (response) => {
    response.writeHead(status, { 'content-type': type }).end(body);
  };
}

async function list(step: Step) {
  const { url } = await startScriptedServer(step);
  return await createTestClient(url).listGitRefs({
    url: new URL('/acme/app.git', url),
    authorization: 'Basic x',
  });
}

describe('listing the refs of a git server', () => {
  it('reads the id of each ref itself, not of what a tag refers to', async () => {
    const body = advertised(
      `${ID} HEAD\0multi_ack symref=HEAD:refs/heads/main\n`,
      `${ID} refs/heads/main\n`,
      `${ID} refs/tags/v1\n`,
      `${PEELED} refs/tags/v1^{}\n`,
    );
    const { refs, head } = await list(answer(200, body));
    expect([...refs]).toEqual([
      ['refs/heads/main', ID],
      ['refs/tags/v1', ID],
    ]);
    expect(head).toBe('refs/heads/main');
  });

  it.each([
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [404, 'absent'],
    [410, 'not-the-service'],
  ])('fails for %i with %s', async (status, code) => {
    await expect(list(answer(status, 'no', 'text/plain'))).rejects.toMatchObject({ code });
  });
});
