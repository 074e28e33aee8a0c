import { cpSync, rmSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { extract } from 'tar';
import { expect } from 'vitest';
import { type Clock, createSystemClock } from '../../../src/base/clock.ts';
import { createBrowseApp } from '../../../src/browse/create-browse-app.ts';
import { runSatchel } from '../../../src/cli/program.ts';
import { createRecordedContext } from '../../cli/support/recorded-context.ts';
import { afterwards, temporaryFolder } from '../../house/afterwards.ts';
import { CURRENT, OLD } from '../../house/samples.ts';
import { shelved } from '../../house/shelf.ts';

/** A reader of the sample archive, without a socket. */
export interface OpenApp {
  readonly store: string;
  /** Internal errors of the reader. */
  readonly errors: readonly unknown[];
  request(path: string, init?: RequestInit): Promise<Response>;
  /** The page as text; fails if its status is different. */
  page(path: string, status?: number): Promise<string>;
  /** Closes it now, not afterwards. */
  close(): Promise<void>;
}

interface OpenAppOptions {
  readonly isLater?: boolean;
  readonly generation?: 'current' | '2019';
  /** By default the system's. A driven clock has no time limits. */
  readonly clock?: Clock;
  /** Changes the folder of the later archive further. */
  readonly edit?: (folder: string) => Promise<void>;
}

/** Opens the sample. With `isLater`, a second snapshot edits issue 3 and lacks one of its comments and a milestone. */
export async function openApp(options: OpenAppOptions = {}): Promise<OpenApp> {
  const { isLater = false, generation = 'current', edit, clock = createSystemClock() } = options;
  const directory = temporaryFolder();
  const store = join(directory, 'work.db');
  if (edit === undefined) {
    const made = await shelved(`reader ${generation} ${isLater}`, (folder) => prepare(folder, options));
    cpSync(made, directory, { recursive: true });
  } else {
    await prepare(directory, options);
  }
  const errors: unknown[] = [];
  const { app, close } = createBrowseApp({
    store,
    clock,
    searchPath: process.env['PATH'] ?? '',
    onError: (error) => errors.push(error),
  });
  let closing: Promise<void> | undefined;
  const closeOnce = () => {
    closing ??= close();
    return closing;
  };
  afterwards(async () => {
    await closeOnce();
    expect(errors).toEqual([]);
  });
  const request = async (path: string, init?: RequestInit) => await app.request(path, init);
  return {
    store,
    errors,
    request,
    async page(path, status = 200) {
      const response = await request(path);
      const text = await response.text();
      if (response.status !== status) {
        throw new Error(`${path} answered ${response.status}: ${text.slice(0, 300)} ${errors.join()}`);
      }
      return text;
    },
    close: closeOnce,
  };
}

/** Loads the sample into "work.db" of a directory. */
async function prepare(
  directory: string,
  { isLater = false, generation = 'current', edit }: OpenAppOptions,
): Promise<void> {
  const store = join(directory, 'work.db');
  await load(directory, [generation === '2019' ? OLD : CURRENT, '--db', store]);
  if (isLater) {
    const later = join(directory, 'later');
    await mkdir(later);
    await extract({ file: CURRENT, cwd: later });
    await changeRecords(later);
    await edit?.(later);
    await load(directory, [later, '--db', store, '--taken-at', '2026-07-01']);
    rmSync(later, { recursive: true });
  }
}

async function load(directory: string, args: readonly string[]): Promise<void> {
  const context = createRecordedContext({ env: { XDG_DATA_HOME: join(directory, 'data') } });
  context.clock.advance(60 * 86_400_000); // After the time of the second snapshot.
  const status = await runSatchel(['load', ...args], context);
  if (status !== 0) {
    throw new Error(`satchel load ended with ${status}: ${context.err()}`);
  }
}

type Json = Record<string, unknown> & { readonly url: string };

export const EDITED = 'https://service.example/yaryna-vitrolom/tidewatch/issues/3';

async function changeRecords(folder: string): Promise<void> {
  await change(folder, 'issues_', (issues) =>
    issues.map((issue) => (issue.url === EDITED ? { ...issue, body: 'Said better.' } : issue)),
  );
  await change(folder, 'issue_comments_', (comments) => {
    const lost = comments.find(({ url }) => url.startsWith(`${EDITED}#`));
    return comments.filter((comment) => comment !== lost);
  });
  await change(folder, 'milestones_', (milestones) => milestones.slice(1));
}

/** Adds an empty repository of the same owner to the folder of an archive. */
export async function addRepository(folder: string, name: string): Promise<void> {
  await change(folder, 'repositories_', (repositories) => [
    ...repositories,
    ...repositories
      .filter(({ url }) => url.endsWith('/seedbank'))
      .map((one) => ({ ...one, url: one.url.replace(/[^/]*$/, name), name, labels: [], git_url: null })),
  ]);
}

export async function change(
  folder: string,
  prefix: string,
  edit: (records: readonly Json[]) => readonly Json[],
): Promise<void> {
  for (const name of (await readdir(folder)).filter((each) => each.startsWith(prefix))) {
    const path = join(folder, name);
    const records: readonly Json[] = JSON.parse(await readFile(path, 'utf8'));
    await writeFile(path, JSON.stringify(edit(records)));
  }
}
