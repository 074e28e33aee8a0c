import { resolve } from 'node:path';
import type { Command } from 'commander';
import { sourceOfSite } from '../../app/folders-of-store.ts';
import { publishCopy } from '../../app/publish-copy.ts';
import { publicSiteChoices, withPublicStore } from '../../app/store-at-snapshot.ts';
import { findStore, type StoreSettings } from '../../app/store-location.ts';
import { formatDuration } from '../../base/durations.ts';
import { limitGarbage } from '../../base/garbage.ts';
import { countText, formatSize } from '../../base/sizes.ts';
import type { SitePlan, SiteReport } from '../../browse/site-report.ts';
import type { ShownOptions, writeSite as WriteSite } from '../../browse/write-site.ts';
import type { DumpPlace } from '../../dump/dump-place.ts';
import { Failure, messageOf } from '../../model/failure.ts';
import type { CommandContext } from '../context.ts';
import { type AccountFlags, addAccountFlag, repositoriesOf } from '../flags/account-flag.ts';
import { addFlag, addHelpEnd, type CommonFlags, PSEUDONYMS_WORDS } from '../flags/flags.ts';
import { addStoreFlags } from '../flags/store-flags.ts';
import { createReporter, type Reporter } from '../output/reporter.ts';
import { terminalColumns } from '../output/terminal.ts';

interface SiteFlags extends StoreSettings, AccountFlags, CommonFlags {
  readonly public?: boolean;
  readonly pseudonyms?: boolean;
  readonly includePrivate?: boolean;
  readonly force?: boolean;
  readonly dryRun?: boolean;
}

/** `satchel site DIR`: writes the pages of the reader as files, for a web host or a USB stick. */
export function defineSite(command: Command, context: CommandContext): void {
  command.argument('<dir>', 'the folder to write; it appears once it is complete');
  addStoreFlags(command);
  addAccountFlag(command, 'repositories');
  addFlag(command, '--public', 'only what is public, checked before it gets its name; the default');
  addFlag(command, '--pseudonyms', PSEUDONYMS_WORDS);
  addFlag(
    command,
    '--include-private',
    'also what is not public: private repositories, former texts and all accounts',
  );
  addFlag(command, '--force', 'replace the output of an earlier run');
  addFlag(command, '-n, --dry-run', 'show how many pages and bytes it would have and how long it would take');
  addHelpEnd(command, ['site ./my-work', 'site ./public --db work.db --force', 'site ./my-work --dry-run']);
  command.action(async (directory: string, flags: SiteFlags) => {
    if (flags.includePrivate === true && (flags.public === true || flags.pseudonyms === true)) {
      throw new Failure('usage', 'Cannot make a site that is public and has what is private', {
        hint: 'Leave --include-private out, or --public and --pseudonyms',
      });
    }
    const reporter = createReporter(context, flags);
    const path = resolve(directory);
    limitGarbage();
    const { planSite, writeSite } = await import('../../browse/write-site.ts');
    const show = async (text: () => string | Promise<string>, { failed }: SiteReport) => {
      context.stdout.write(flags.json === true ? '' : await text());
      if (failed > 0) {
        context.endWith('warnings');
      }
    };
    const about = { context, reporter };
    if (flags.dryRun === true) {
      const plan = await planShown(flags, about, planSite).finally(reporter.end);
      reporter.event('summary', { path, isDryRun: true, ...plan });
      await show(() => planText(plan, context), plan);
      return;
    }
    const report = await writeShown(flags, about, { path, write: writeSite }).finally(reporter.end);
    const failed = report.failed === 0 ? '' : `, ${report.failed} of which could not be shown`;
    reporter.event(
      'summary',
      { path, ...report },
      `Wrote ${countText(report.pages, 'page')}${failed} and ${countText(report.files, 'upload')}; open index.html in a browser`,
    );
    await show(() => `${path}\n`, report);
  });
}

interface About {
  readonly context: CommandContext;
  readonly reporter: Reporter;
}

async function planShown(
  flags: SiteFlags,
  about: About,
  planSite: (options: ShownOptions) => Promise<SitePlan>,
): Promise<SitePlan> {
  const { context, reporter } = about;
  const store = await findStore(flags, context);
  const plan = async (shown: string) => await planSite(await shownOptions(flags, about, { store, shown }));
  return flags.includePrivate === true
    ? await plan(store)
    : await withPublicStore(store, {
        ...{ context, onNote: reporter.note, use: plan },
        ...publicSiteChoices(flags.pseudonyms),
      });
}

async function writeShown(
  flags: SiteFlags,
  about: About,
  { path, write }: { readonly path: string; readonly write: typeof WriteSite },
): Promise<SiteReport> {
  const { context, reporter } = about;
  const store = await findStore(flags, context);
  const isForced = flags.force === true;
  const writeTo = async (shown: string, place: DumpPlace) =>
    await write({
      ...(await shownOptions(flags, about, { store, shown })),
      place,
      // Other pseudonyms make another site: it is never continued.
      source: shown === store || flags.pseudonyms === true ? undefined : store,
    });
  return flags.includePrivate === true
    ? await writeTo(store, { path, isForced })
    : await publishCopy(store, {
        ...{ context, onNote: reporter.note, output: path, isForced, write: writeTo },
        ...publicSiteChoices(flags.pseudonyms),
      });
}

/** What a site shows of the store at `shown`, which is `store` or was made from it. */
async function shownOptions(
  flags: SiteFlags,
  { context, reporter }: About,
  { store, shown }: { readonly store: string; readonly shown: string },
): Promise<ShownOptions> {
  const startedMs = context.clock.now();
  const spent = () => formatDuration(context.clock.now() - startedMs);
  const made = flags.dryRun === true ? 'Made' : 'Wrote';
  repositoriesOf(flags, shown); // Fails if an account is unknown.
  return {
    ...(await sourceOfSite(store, shown, context)),
    owners: flags.account,
    onError: (error: unknown, at: string) =>
      void context.stderr.write(`Failed at ${at}: ${messageOf(error)}\n`),
    onPage: (written: number, found: number) =>
      reporter.progress(
        'writing',
        { written, found },
        () => `${made} ${written} of ${countText(found, 'page')} found so far, in ${spent()}`,
      ),
  };
}

/** A plan for people: the whole, and each kind. */
async function planText(plan: SitePlan, { stdout }: CommandContext): Promise<string> {
  const { formatRows } = await import('../render/text-table.ts');
  const { pages, files, sizeBytes, makingMs, estimatedMs, kinds } = plan;
  const whole = `${countText(pages, 'page')} and ${countText(files, 'upload')}, about ${formatSize(sizeBytes)}`;
  const time = `in about ${formatDuration(estimatedMs)}: making them took ${formatDuration(makingMs)} now, the rest is for writing`;
  const rows = kinds.map(({ kind, count, sizeBytes: size }) => [kind, String(count), formatSize(size)]);
  const table = formatRows(rows, {
    columns: ['kind', 'count', 'size'],
    widthColumns: terminalColumns(stdout),
    rightAligned: new Set([1, 2]),
  });
  return `Would write ${whole}, ${time}\n\n${table}`;
}
