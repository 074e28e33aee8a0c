import { describe, expect, it } from 'vitest';
import type { Client } from '../../src/client/create-client.ts';
import { listPages, type PageOptions, pageCountOf } from '../../src/client/list-pages.ts';
import type { ApiCall } from '../../src/client/send.ts';
import { json, startScriptedServer } from './support/scripted-server.ts';
import { createTestClient, READ } from './support/test-client.ts';

async function collect(client: Client, call: ApiCall = READ, options?: PageOptions): Promise<unknown[]> {
  const bodies: unknown[] = [];
  for await (const page of listPages(client, call, options)) {
    bodies.push(page.body);
  }
  return bodies;
}

describe('listPages()', () => {
  it('follows the next link word for word, also to another path', async () => {
    const server = await startScriptedServer(
      (response, request) =>
        json(200, [1, 2], {
          link: `<http://${request.headers.host}/organizations/7/things?after=Y3Vy%3D%3D&per_page=2>; rel="next", <http://x/>; rel="last"`,
        })(response, request),
      json(200, [3], { link: '</things?page=3>; rel=next' }),
      json(200, []),
    );
    const pages = await collect(createTestClient(server.url), { ...READ, query: { per_page: 2 } });
    expect(pages).toEqual([[1, 2], [3], []]);
    expect(server.requests.map(({ path }) => path)).toEqual([
      '/things?per_page=2',
      '/organizations/7/things?after=Y3Vy%3D%3D&per_page=2',
      '/things?page=3',
    ]);
  });

  it('continues after a short page, and requests pages only on demand', async () => {
    const server = await startScriptedServer(
      json(200, [], { link: '</things?page=2>; rel="next"' }),
      json(200, [1]),
    );
    const pages = listPages(createTestClient(server.url), READ)[Symbol.asyncIterator]();
    await pages.next();
    expect(server.requests).toHaveLength(1);
    expect((await pages.next()).value?.body).toEqual([1]);
    expect((await pages.next()).done).toBe(true);
  });

  it('sends the token to no other origin', async () => {
    const other = await startScriptedServer(json(200, []));
    const server = await startScriptedServer(
      json(200, [], { link: `<${other.url.href}things?page=2>; rel="next"` }),
    );
    await expect(collect(createTestClient(server.url))).rejects.toMatchObject({ code: 'location-refused' });
    expect(other.requests).toHaveLength(0);
  });

  it('ends a list that goes round in a circle', async () => {
    const server = await startScriptedServer(json(200, [], { link: '</things?page=2>; rel="next"' }));
    await expect(collect(createTestClient(server.url))).rejects.toThrow('its pages form a loop');
    expect(server.requests).toHaveLength(2);
  });

  it('ends a list that never ends', async () => {
    let page = 1;
    const server = await startScriptedServer((response, request) => {
      page += 1;
      return json(200, [], { link: `</things?page=${page}>; rel="next"` })(response, request);
    });
    await expect(collect(createTestClient(server.url), READ, { maxPages: 5 })).rejects.toMatchObject({
      code: 'list-too-long',
      message: 'Cannot read the thing: the list has more than 5 pages',
    });
    expect(server.requests).toHaveLength(5);
  });

  it('stops at a list whose pages are all empty', async () => {
    let page = 1;
    const server = await startScriptedServer((response, request) => {
      page += 1;
      return json(200, [], { link: `</things?page=${page}>; rel="next"` })(response, request);
    });
    await expect(collect(createTestClient(server.url))).rejects.toThrow('pages in a row are empty');
    expect(server.requests).toHaveLength(101);
  });

  it('reads a long list to its end, although every other page of it is empty', async () => {
    let page = 0;
    const server = await startScriptedServer((response, request) => {
      page += 1;
      const link = page < 205 ? { link: `</things?page=${page + 1}>; rel="next"` } : {};
      return json(200, page % 2 === 0 ? [] : [page], link)(response, request);
    });
    expect(await collect(createTestClient(server.url))).toHaveLength(205);
  });

  it('rejects an invalid next link', async () => {
    const server = await startScriptedServer(json(200, [], { link: '<http://[>; rel="next"' }));
    await expect(collect(createTestClient(server.url))).rejects.toMatchObject({ code: 'not-the-service' });
  });

  it('reads an envelope without Link header to its end', async () => {
    const server = await startScriptedServer(
      json(200, { budgets: [1], has_next_page: true, total_count: 3 }),
      json(200, { budgets: [2], has_next_page: true, total_count: 3 }),
      json(200, { budgets: [3], has_next_page: false, total_count: 3 }),
    );
    const call = { ...READ, query: { per_page: 1, scope: 'repository' } };
    const pages = await collect(createTestClient(server.url), call, { envelopeMember: 'has_next_page' });
    expect(pages).toHaveLength(3);
    expect(server.requests.map(({ path }) => path)).toEqual([
      '/things?per_page=1&scope=repository',
      '/things?per_page=1&scope=repository&page=2',
      '/things?per_page=1&scope=repository&page=3',
    ]);
  });

  it('stops at an envelope that repeats the same page forever', async () => {
    const server = await startScriptedServer(json(200, { budgets: [1], has_next_page: true }));
    await expect(
      collect(createTestClient(server.url), READ, { envelopeMember: 'has_next_page' }),
    ).rejects.toThrow('page 2 repeats the page before it');
    expect(server.requests).toHaveLength(2);
  });

  it('stops at a list whose cursors change but whose pages do not', async () => {
    let cursor = 0;
    const server = await startScriptedServer((response, request) => {
      cursor += 1;
      return json(200, [7], { link: `</things?after=${cursor}>; rel="next"` })(response, request);
    });
    await expect(collect(createTestClient(server.url))).rejects.toThrow('page 2 repeats the page before it');
  });
});

function countOf(link: string | undefined): number | undefined {
  const headers = new Map(link === undefined ? [] : [['link', link]]);
  return pageCountOf({ headers, url: new URL('https://api.code.example/repos/a/b/issues?per_page=1') });
}

describe('pageCountOf()', () => {
  it('reads the number of the last page anywhere in the address', () => {
    expect(countOf('</x?page=2>; rel="next", </x?page=31&per_page=1>; rel="last"')).toBe(31);
  });

  it.each([undefined, '', '</x>; rel="first"'])('counts one page for %s', (link) => {
    expect(countOf(link)).toBe(1);
  });

  it.each([
    '</x?page=2>; rel="next"',
    '</x?after=Y3Vyc29y&page=2>; rel="next"',
    '</x?page=many>; rel="last"',
    '</x>; rel="last"',
    '</x?page=0>; rel="last"',
  ])('does not know the number for %s', (link) => {
    expect(countOf(link)).toBeUndefined();
  });
});
