import { quoteText } from '../base/terminal-text.ts';
import { Failure } from '../model/failure.ts';
import { documentSchema } from '../store/schema-documentation.ts';
import type { AnswerSources } from './open-answers.ts';
import { readThread } from './tools/read-thread.ts';

const SCHEMA = {
  uri: 'satchel://schema',
  name: 'schema',
  title: 'Tables and columns of the store',
  mimeType: 'text/plain',
};
const THREAD = {
  uriTemplate: 'satchel://thread/{owner}/{name}/{number}',
  name: 'thread',
  title: 'An issue or a pull request',
  mimeType: 'text/markdown',
};

/** What a person can give to an assistant. */
export const RESOURCES = [SCHEMA];
/** The same with places to fill in, which `completeResource` helps with. */
export const TEMPLATES = [THREAD];

const THREAD_URI = /^satchel:\/\/thread\/([^/]+\/[^/]+)\/(\d{1,15})$/;

/** The most suggestions that the protocol allows in one answer. */
const MAX_SUGGESTIONS = 100;

/** The text of a resource; of a long thread, its first part. Fails with `absent` if there is none. */
export function readResource(uri: string, sources: AnswerSources) {
  if (uri === SCHEMA.uri) {
    return { uri, mimeType: SCHEMA.mimeType, text: schemaText() };
  }
  const [, repo, number] = THREAD_URI.exec(uri) ?? [];
  if (repo === undefined) {
    throw new Failure('absent', `There is no resource ${quoteText(uri)}`, {
      hint: `${SCHEMA.uri}, ${THREAD.uriTemplate}`,
    });
  }
  return { uri, mimeType: THREAD.mimeType, text: readThread({ thread: `${repo}#${number}` }, sources) };
}

interface Unfinished {
  readonly ref: { readonly type: string; readonly uri?: string };
  readonly argument: { readonly name: string; readonly value: string };
  readonly context?: { readonly arguments?: Readonly<Record<string, string>> | undefined } | undefined;
}

/** Suggests owners and names of repositories that begin as typed. Fails with `absent` for anything but a template. */
export function completeResource({ ref, argument, context }: Unfinished, { reading }: AnswerSources) {
  if (ref.uri !== THREAD.uriTemplate) {
    throw new Failure('absent', 'There is nothing to complete', { hint: THREAD.uriTemplate });
  }
  const owner = context?.arguments?.['owner'];
  const repositories = reading.repositoryNames().map((name) => name.split('/'));
  const known =
    argument.name === 'owner'
      ? repositories.map(([one]) => one)
      : argument.name === 'name'
        ? repositories.filter(([one]) => owner === undefined || one === owner).map(([, name]) => name)
        : [];
  const begin = argument.value.toLowerCase();
  const values = [...new Set(known)].filter((one) => one?.toLowerCase().startsWith(begin) === true);
  return {
    values: values.slice(0, MAX_SUGGESTIONS),
    total: values.length,
    hasMore: values.length > MAX_SUGGESTIONS,
  };
}

function schemaText(): string {
  return documentSchema()
    .map(({ kind, name, words, columns }) => {
      const lines = columns.map((column) => `  ${column.name} ${column.type} ${column.words}`.trimEnd());
      return `${kind} ${name}: ${words}\n${lines.join('\n')}`;
    })
    .join('\n\n');
}
