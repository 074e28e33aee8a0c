import { resolve } from 'node:path';
import { noteTo } from '../../app/context.ts';
import { sourceOfSite } from '../../app/folders-of-store.ts';
import { publishCopy } from '../../app/publish-copy.ts';
import { publicSiteChoices, withPublicStore } from '../../app/store-at-snapshot.ts';
import { definedMembers } from '../../base/json.ts';
import { countText } from '../../base/sizes.ts';
import type { SitePlan, SiteReport } from '../../browse/site-report.ts';
import {
  planSite as planPages,
  type ShownOptions,
  writeSite as writePages,
} from '../../browse/write-site.ts';
import type { DumpPlace } from '../../dump/dump-place.ts';
import { readRepositoriesOf } from '../../reading/open-reading.ts';
import { pathOf, requireOptions, requirePublic } from './check-arguments.ts';
import type { SiteEvent } from './reported-events.ts';
import { REPORTS, type ReportOptions, reportFor } from './reports.ts';
import { ACCOUNTS, FLAG, FUNCTION, PATH, type ShapesOf } from './shapes.ts';
import { SURROUNDINGS, type Surroundings, withDefaults } from './surroundings.ts';

/** What a site shows. */
export interface SitePlanOptions extends Surroundings, ReportOptions<SiteEvent> {
  /** Also what is not public: private repositories, former texts, all accounts; default: false. */
  readonly includesPrivate?: boolean | undefined;
  /** Whether people have pseudonyms, new ones for each site; default: false. */
  readonly hasPseudonyms?: boolean | undefined;
  /** Only the repositories of these accounts. */
  readonly accounts?: readonly string[] | undefined;
  /** Called with each page that cannot be shown. */
  readonly onError?: ((error: unknown, path: string) => void) | undefined;
}

/** What a site shows, and where to write it. */
export interface SiteOptions extends SitePlanOptions {
  /** The folder, which appears once it is complete. */
  readonly directory: string | URL;
  /** Whether an earlier site may be replaced; default: false. */
  readonly isReplacing?: boolean | undefined;
}

const PLANNING: ShapesOf<SitePlanOptions> = {
  ...SURROUNDINGS,
  ...REPORTS,
  includesPrivate: FLAG,
  hasPseudonyms: FLAG,
  accounts: ACCOUNTS,
  onError: FUNCTION,
};

const WRITING: ShapesOf<SiteOptions> = { ...PLANNING, directory: PATH, isReplacing: FLAG };

/**
 * Writes the pages of a store as files, for a web host: by default only what is public. What an aborted or killed call has written is
 * kept next to the directory, in `.satchel-unfinished-…`: the next call for the same store and directory continues it, so that an
 * hour of work is not lost; remove it if there will be none. Throws a `Failure`: `exists` if
 * something is at the path, `copy-unsafe` if a public site has what must not be in it, and what `openStore` throws.
 *
 * @example
 * await writeSite('work.db', { directory: 'site' });
 */
export async function writeSite(store: string | URL, options: SiteOptions): Promise<SiteReport> {
  const path = resolve(pathOf('write the site', store));
  requireOptions('write the site', options, { known: WRITING, required: ['directory'] });
  requirePublic('write the site', options.hasPseudonyms, options.includesPrivate !== true);
  const place = {
    path: resolve(pathOf('write the site', options.directory)),
    isForced: options.isReplacing ?? false,
  };
  const writeTo = async (shown: string, to: DumpPlace) => {
    const isContinued = shown !== path && options.hasPseudonyms !== true;
    const shownOptions = await shownOf(path, shown, options);
    return await writePages({ ...shownOptions, source: isContinued ? path : undefined, place: to });
  };
  return options.includesPrivate === true
    ? await writeTo(path, place)
    : await publishCopy(path, {
        ...publicOptions(options),
        ...{ output: place.path, isForced: place.isForced, write: writeTo },
      });
}

/**
 * Counts the pages, files and bytes that `writeSite` would write, and estimates the time in milliseconds. It makes all pages, which
 * takes most of that time, and writes nothing. Throws what `openStore` throws.
 *
 * @example
 * const { pages, sizeBytes } = await planSite('work.db');
 */
export async function planSite(store: string | URL, options: SitePlanOptions = {}): Promise<SitePlan> {
  const path = resolve(pathOf('plan the site', store));
  requireOptions('plan the site', options, { known: PLANNING });
  requirePublic('plan the site', options.hasPseudonyms, options.includesPrivate !== true);
  const use = async (shown: string) => await planPages(await shownOf(path, shown, options));
  return options.includesPrivate === true
    ? await use(path)
    : await withPublicStore(path, { ...publicOptions(options), use });
}

function publicOptions(options: SitePlanOptions) {
  const onNote = noteTo(reportFor(options).onReport);
  return { context: withDefaults(options), onNote, ...publicSiteChoices(options.hasPseudonyms) };
}

/** What is shown of the store at `shown`, which is that at `path` or was made from it. */
async function shownOf(path: string, shown: string, options: SitePlanOptions): Promise<ShownOptions> {
  const { accounts, onError } = options;
  const { onReport } = reportFor(options);
  const context = withDefaults(options);
  if (accounts !== undefined) {
    readRepositoriesOf(shown, accounts); // Fails with `absent`.
  }
  return {
    ...(await sourceOfSite(path, shown, context)),
    owners: accounts,
    onPage(written, found) {
      const text = () => `${written} of ${countText(found, 'page')} found so far`;
      onReport?.({ level: 'debug', type: 'writing', fields: { written, found }, text });
    },
    ...definedMembers({ onError }),
  };
}
