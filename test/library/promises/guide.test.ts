import { copyFileSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../../src/library/sandbox.ts';
import { readDocuments } from '../../house/documents.ts';
import { CURRENT } from '../../house/samples.ts';
import { type ForeignProject, makeForeignProject, ownFaults } from '../foreign-project.ts';

const GUIDE = readDocuments().get('docs/guides/library.md') ?? '';

/** The programs of the guide, by their numbers. */
const PROGRAMS = Object.fromEntries(
  [...GUIDE.matchAll(/^## (\d+)\. [\s\S]*?```ts\n([\s\S]*?)```/gm)].map(([, number, text = '']) => [
    `${number}.mts`,
    text,
  ]),
);

/** What each program prints, or a part of it. */
const PRINTED: Readonly<Record<number, RegExp>> = {
  1: /^exports\/.+\.tar\.gz: verified$|^\/.+\.tar\.gz: verified$/m,
  2: /^[A-Z0-9 ]{4,}/m,
  3: /has \d+ issues[\s\S]*snapshot 1: \d+ threads/,
  4: /#\d+ .+[\s\S]*by \S+, \d+ events[\s\S]*^title: /m,
  5: /^done$[\s\S]*\[ '(?:keep|remove)'/m,
  6: /, taken at \d{4}-/,
  7: /^200 text\/html[\s\S]*<strong>Safe<\/strong>/m,
  8: /: \w+Event by /,
  9: /# pass 1/,
  11: /^2 and 2 results on two pages\n[1-9]\d* issues\n\S+#\d+ \[/m,
  12: /^Error: my program must end\n\S+\.tar\.gz is complete: [0-9a-f]{64}$/m,
  10: /^unauthorized [\s\S]*Error: no time/m,
};

/** What the guide shows of programs, without a number. */
const PARTS = [...GUIDE.matchAll(/^## [A-Z][\s\S]*?```ts\n([\s\S]*?)```/gm)].map(([, text = '']) => text);

describe('the programs of the guide', () => {
  let project: ForeignProject;
  let sandbox: Sandbox;
  let faults: readonly string[];

  beforeAll(async () => {
    sandbox = await startSandbox();
    project = makeForeignProject();
    copyFileSync(CURRENT, join(project.directory, 'work.tar.gz'));
    const parts = Object.fromEntries(PARTS.map((text, index) => [`part${index}.mts`, text]));
    faults = ownFaults(project.compile({ ...PROGRAMS, ...parts }, { noEmit: false }));
  });
  afterAll(() => sandbox.close());

  it('are twelve, and compile with the strictest options', () => {
    expect(Object.keys(PROGRAMS).length).toBe(12);
    expect(faults).toEqual([]);
  });

  it.for(Object.entries(PRINTED))('number %s runs in another project', async ([number, printed]) => {
    const env = { BASE_URL: sandbox.baseUrl, TOKEN: sandbox.token };
    const { status, stdout, stderr } = await project.run(`${number}.mjs`, env);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(printed);
  });

  it('leave what they made, and no temporary files', () => {
    const files = readdirSync(project.directory);
    expect(files).toEqual(expect.arrayContaining(['exports', 'vault', 'work.db']));
    expect(files.filter((name) => name.startsWith('.satchel'))).toEqual([]);
    expect(existsSync(join(project.directory, 'vault/store.db'))).toBe(true);
  });
});
