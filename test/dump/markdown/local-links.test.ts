import { expect, it, onTestFinished } from 'vitest';
import { type LocalLinks, prepareLocalLinks } from '../../../src/dump/markdown/local-links.ts';
import { foldersNextTo } from '../../../src/store/file-folders.ts';
import { openStore } from '../../../src/store/store.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { loadSample } from '../support/sample-store.ts';

/** The links of a repository, the address of an upload, and what leads to its copy. */
async function openLinks(): Promise<LocalLinks & { readonly address: string; readonly copy: string }> {
  const path = await loadSample(temporaryFolder());
  const { db, close } = openStore(path);
  onTestFinished(close);
  const links = prepareLocalLinks(db, foldersNextTo(path))('acme/app');
  const row = db
    .prepare<[], { url: string; asset: string }>('SELECT url, asset_url AS asset FROM attachments LIMIT 1')
    .get();
  return { ...links, address: row?.url ?? '', copy: links.linkOf(row?.asset ?? '') ?? '' };
}

it('localise() makes a link of a bare address, as the service does with videos', async () => {
  const { localise, address, copy } = await openLinks();
  const link = `[${decodeURIComponent(copy).split('/').at(-1)}](${copy})`;
  expect(link).toMatch(/^\[[^\]]+\.\w+\]\(\.\.\/attachments\/.+\)$/);
  for (const [text, expected] of [
    [address, link],
    [`<${address}>`, link],
    [address.replace(/.$/, (last) => `%${last.charCodeAt(0).toString(16)}`), link],
    [`one\r\n${address}\r\ntwo`, `one\r\n${link}\r\ntwo`],
    [`See ${address}, (${address}) and *${address}*.`, `See ${link}, (${link}) and *${link}*.`],
    [`| ${address} |`, `| ${link} |`],
  ] as const) {
    expect(localise(text)).toBe(expected);
  }
});

it('localise() only replaces the address where it is the target of a link or of markup', async () => {
  const { localise, address, copy } = await openLinks();
  for (const around of [
    (target: string) => `![a](${target}) [b](<${target}> "title")`,
    (target: string) => `[![a](${target})](${target})`,
    (target: string) => `<img src="${target}"><video src='${target}'></video><a href=${target}>`,
    (target: string) => `[ref]: ${target}\n[other]: <${target}> "title"`,
  ]) {
    expect(localise(around(address))).toBe(around(copy));
  }
});

it('localise() leaves fenced code as it is', async () => {
  const { localise, address, copy } = await openLinks();
  const code = `\`\`\`\`sh\n\`\`\`\ncurl ${address}\n\`\`\`\`\n`;
  expect(localise(`${code}![a](${address})\n~~~\n${address}`)).toBe(`${code}![a](${copy})\n~~~\n${address}`);
  expect(localise(`\`\`\`a\`\`\` ![a](${address})`)).toBe(`\`\`\`a\`\`\` ![a](${copy})`);
});
