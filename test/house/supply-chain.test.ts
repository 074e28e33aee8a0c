import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const ROOT = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');
const WORKFLOWS = readdirSync(new URL('.github/workflows', ROOT)).map((name) => `.github/workflows/${name}`);

describe('what is built from', () => {
  it.each([...WORKFLOWS, 'action.yml', 'docs/guides/github-actions.md'])(
    'names actions by their commits: %s',
    (path) => {
      const uses = [...read(path).matchAll(/uses: (\S+)(.*)/g)].filter(
        ([, name]) => name?.startsWith('./') === false,
      );
      expect(uses.length).toBeGreaterThan(0);
      for (const [line] of uses) {
        expect(line).toMatch(/@[0-9a-f]{40} +# v\d+\.\d+\.\d+/);
      }
    },
  );

  it('names images by their digests', () => {
    const images = [...read('Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
    expect(images.length).toBeGreaterThan(0);
    expect(new Set(images).size).toBe(1);
    for (const image of images) {
      expect(image).toMatch(/@sha256:[0-9a-f]{64}$/);
    }
  });

  it.each(['package-lock.json', 'site/package-lock.json'])(
    'is checked: every package of %s has a digest, and none an address',
    (path) => {
      const { packages } = JSON.parse(read(path)) as {
        packages: Record<string, { integrity?: string; resolved?: string; link?: boolean }>;
      };
      const installed = Object.entries(packages).filter(([place, { link }]) => place !== '' && link !== true);
      expect(installed.length).toBeGreaterThan(100);
      expect(installed.filter(([, { integrity = '' }]) => !/^sha(?:256|384|512)-/.test(integrity))).toEqual(
        [],
      );
      expect(installed.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
    },
  );

  it('installs on Node 20 without a warning of a package that needs a later one', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as {
      packages: Record<string, { engines?: { node?: string } }>;
    };
    const needs = Object.entries(packages).flatMap(([place, { engines }]) =>
      engines?.node === undefined ? [] : [{ place, node: engines.node }],
    );
    expect(needs.length).toBeGreaterThan(100);
    const lowestOf = (node: string) =>
      Math.min(...node.split('||').map((range) => Number(/\d+/.exec(range)?.[0] ?? 0)));
    expect(needs.filter(({ node }) => lowestOf(node) > 20)).toEqual([]);
  });
});

describe('the workflows', () => {
  interface Job {
    readonly permissions?: Readonly<Record<string, string>>;
    readonly steps: readonly { readonly uses?: string; readonly run?: string }[];
  }
  const workflowOf = (path: string): { permissions: object; jobs: Record<string, Job> } => parse(read(path));

  it('run nothing but npm next to the permission to publish', () => {
    const writers = WORKFLOWS.flatMap((path) => {
      const { permissions, jobs } = workflowOf(path);
      expect(permissions).toEqual({ contents: 'read' });
      return Object.entries(jobs).filter(([, job]) => job.permissions !== undefined);
    });
    expect(writers.map(([name]) => name)).toEqual(['publish']);
    const [, publish] = writers[0] ?? [];
    expect(publish?.permissions).toEqual({ 'id-token': 'write' });
    expect(publish?.steps.flatMap(({ run }) => run ?? [])).toEqual([
      expect.stringMatching(/^npm publish \S+\.tgz .*--ignore-scripts$/),
    ]);
  });
});
