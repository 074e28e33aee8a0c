import type { Command } from 'commander';
import type { ListedRelease } from '../../../reading/read-releases.ts';
import { parseReleaseAddress, parseRepositoryAddress } from '../../../reading/thread-address.ts';
import type { CommandContext } from '../../context.ts';
import { addFlag, addHelpEnd } from '../../flags/flags.ts';
import { type Fields, type ListColumn, writeListing } from '../../render/listing.ts';
import { addStep } from '../../steps.ts';
import {
  addListFlags,
  addViewFlags,
  chooseListFormat,
  type ListFlags,
  layoutFor,
  parseLogin,
  type RepositoryColumn,
  repositoryColumn,
  showView,
  sourceText,
  type ViewFlags,
  withReading,
} from './reading-flags.ts';
import { ageText, marksOf } from './words.ts';

interface ReleaseListFlags extends ListFlags {
  readonly repo?: string;
  readonly author?: string;
  readonly sort: 'created' | 'created-asc';
}

interface ReleaseViewFlags extends ViewFlags {
  readonly repo?: string;
  readonly markdown?: boolean;
}

const FIELDS: Fields<ListedRelease> = {
  repo: ({ repo }) => repo,
  tag: ({ tag }) => tag,
  name: ({ name }) => name,
  author: ({ author }) => author,
  is_latest: ({ isLatest }) => isLatest,
  is_prerelease: ({ isPrerelease }) => isPrerelease,
  is_draft: ({ isDraft }) => isDraft,
  assets: ({ assetCount }) => assetCount,
  created_at: ({ createdAt }) => createdAt,
  published_at: ({ publishedAt }) => publishedAt,
  url: ({ url }) => url,
};

const USUAL = ['repo', 'tag', 'name', 'is_latest', 'is_prerelease', 'is_draft', 'published_at'];

/** `satchel release list` and `satchel release view`. */
export function defineRelease(command: Command, context: CommandContext): void {
  defineList(addStep(command, 'list', 'list releases, the newest first'), context);
  defineView(addStep(command, 'view', 'read one release, with its files'), context);
  addHelpEnd(command, ['release list --repo acme/rocket', 'release view acme/rocket v1.2.0']);
}

function defineList(command: Command, context: CommandContext): void {
  addFlag(command, '-R, --repo <owner/name>', 'only of this repository');
  addFlag(command, '-A, --author <login>', 'only those published by this person', { parse: parseLogin });
  addFlag(command, '--sort <order>', 'sort order', {
    choices: ['created', 'created-asc'],
    default: 'created',
  });
  addListFlags(command, Object.keys(FIELDS));
  addHelpEnd(command, ['release list --repo acme/rocket', 'release list --json=tag,published_at']);
  command.action(async (flags: ReleaseListFlags) => {
    const { format, chosen } = chooseListFormat(flags, Object.keys(FIELDS));
    const repo = flags.repo === undefined ? undefined : parseRepositoryAddress(flags.repo);
    await withReading(flags, context, async (reading) => {
      const { author, account: accounts, limit, sort } = flags;
      const items = reading.releases({
        repo,
        author,
        accounts,
        limit,
        isOldestFirst: sort === 'created-asc',
      });
      const columns = columnsFor(repositoryColumn(repo, reading), context);
      const listing = { items, fields: FIELDS, usual: USUAL, chosen, columns };
      if ((await writeListing(listing, format, context)) === 0 && flags.quiet !== true) {
        context.stderr.write('There is no such release.\n');
      }
    });
  });
}

function columnsFor(
  repositoryColumns: RepositoryColumn,
  { clock }: CommandContext,
): readonly ListColumn<ListedRelease>[] {
  const nowMs = clock.now();
  return [
    { heading: 'TITLE', text: ({ name }) => name ?? '' },
    { heading: 'TYPE', text: (release) => marksOf(release).join(', ') },
    ...repositoryColumns,
    { heading: 'TAG', text: ({ tag }) => tag ?? '' },
    {
      heading: 'PUBLISHED',
      text: ({ publishedAt, createdAt }) => ageText(publishedAt ?? createdAt, nowMs),
      fit: 'whole',
    },
  ];
}

function defineView(command: Command, context: CommandContext): void {
  command.argument('[release...]', 'a tag, acme/rocket and a tag, or its address (default: the latest)');
  addFlag(command, '-R, --repo <owner/name>', 'the repository of a tag');
  addFlag(command, '--markdown', 'print the notes as the original Markdown');
  addViewFlags(command);
  addHelpEnd(command, ['release view acme/rocket', 'release view v1.2.0 --repo acme/rocket']);
  command.action(async (words: readonly string[], flags: ReleaseViewFlags) => {
    await withReading(flags, context, async (reading) => {
      const given = flags.repo === undefined ? words : [flags.repo, ...words];
      const release = reading.release(parseReleaseAddress(given, reading.repositoryNames()));
      const format = async () => {
        const { formatRelease } = await import('./format-release.ts');
        return flags.markdown === true
          ? sourceText(`${release.body.trimEnd()}\n`, context)
          : formatRelease(release, layoutFor(context));
      };
      await showView(release, format, flags, context);
    });
  });
}
