import { resolve } from 'node:path';
import { noteTo } from '../../app/context.ts';
import { filesOf } from '../../app/folders-of-store.ts';
import { withPublicStore } from '../../app/store-at-snapshot.ts';
import { definedMembers } from '../../base/json.ts';
import type { SiteReport } from '../../browse/site-report.ts';
import { writeSite as writePages } from '../../browse/write-site.ts';
import { readRepositoriesOf } from '../../reading/open-reading.ts';
import { pathOf, requireOptions } from './check-arguments.ts';
import { REPORTS, type ReportOptions, reportFor } from './reports.ts';
import { ACCOUNTS, FLAG, FUNCTION, PATH, type ShapesOf } from './shapes.ts';
import { SURROUNDINGS, type Surroundings, withDefaults } from './surroundings.ts';

/** What a site shows, and where to write it. */
export interface SiteOptions extends Surroundings, ReportOptions {
  /** The folder, which appears once it is complete. */
  readonly directory: string | URL;
  /** Whether an earlier site may be replaced; default: false. */
  readonly isReplacing?: boolean | undefined;
  /** Also what is not public: private repositories, former texts, all accounts; default: false. */
  readonly includesPrivate?: boolean | undefined;
  /** Only the repositories of these accounts. */
  readonly accounts?: readonly string[] | undefined;
  /** Called with each page that cannot be shown. */
  readonly onError?: ((error: unknown, path: string) => void) | undefined;
}

const WRITING: ShapesOf<SiteOptions> = {
  ...SURROUNDINGS,
  ...REPORTS,
  directory: PATH,
  isReplacing: FLAG,
  includesPrivate: FLAG,
  accounts: ACCOUNTS,
  onError: FUNCTION,
};

/**
 * Writes the pages of a store as files, for a web host: by default only what is public. Throws a `Failure`: `usage` if
 * something is at the path, and what `openStore` throws.
 */
export async function writeSite(store: string | URL, options: SiteOptions): Promise<SiteReport> {
  const path = resolve(pathOf('write the site', store));
  requireOptions('write the site', options, { known: WRITING, required: ['directory'] });
  const directory = resolve(pathOf('write the site', options.directory));
  const { isReplacing = false, includesPrivate = false, accounts, onError } = options;
  const { onReport } = reportFor(options);
  const context = withDefaults(options);
  const folders = await filesOf(path, context);
  const write = async (shown: string) => {
    if (accounts !== undefined) {
      readRepositoriesOf(shown, accounts); // Fails with `absent`.
    }
    return await writePages({
      store: shown,
      source: shown === path ? undefined : path,
      folders,
      owners: accounts,
      place: { path: directory, isForced: isReplacing },
      clock: context.clock,
      signal: context.signal,
      searchPath: context.env['PATH'] ?? '',
      onPage: (written, found) => onReport?.({ level: 'debug', type: 'writing', fields: { written, found } }),
      ...definedMembers({ onError }),
    });
  };
  const onNote = noteTo(onReport);
  return await (includesPrivate
    ? write(path)
    : withPublicStore(path, { context, onNote, hasGit: true, use: write }));
}
