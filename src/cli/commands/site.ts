import { resolve } from 'node:path';
import type { Command } from 'commander';
import { filesOf } from '../../app/folders-of-store.ts';
import { withPublicStore } from '../../app/store-at-snapshot.ts';
import { findStore, type StoreSettings } from '../../app/store-location.ts';
import { formatDuration } from '../../base/durations.ts';
import { countText } from '../../base/sizes.ts';
import { messageOf } from '../../model/failure.ts';
import type { CommandContext } from '../context.ts';
import { type AccountFlags, addAccountFlag, repositoriesOf } from '../flags/account-flag.ts';
import { addFlag, addHelpEnd } from '../flags/flags.ts';
import { addStoreFlags } from '../flags/store-flags.ts';
import { createReporter } from '../output/reporter.ts';

interface SiteFlags extends StoreSettings, AccountFlags {
  readonly includePrivate?: boolean;
  readonly force?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** `satchel site DIR`: writes the pages of the reader as files, for a web host or a USB stick. */
export function defineSite(command: Command, context: CommandContext): void {
  command.argument('<dir>', 'the folder to write; it appears once it is complete');
  addStoreFlags(command);
  addAccountFlag(command, 'repositories');
  addFlag(
    command,
    '--include-private',
    'also what is not public: private repositories, former texts and all accounts (default: only what is public)',
  );
  addFlag(command, '--force', 'replace the output of an earlier run');
  addHelpEnd(command, ['site ./my-work', 'site ./public --db work.db --force']);
  command.action(async (directory: string, flags: SiteFlags) => {
    const reporter = createReporter(context, { json: flags.json === true, quiet: flags.quiet === true });
    const startedMs = context.clock.now();
    const spent = () => formatDuration(context.clock.now() - startedMs);
    const path = resolve(directory);
    const store = await findStore(flags, context);
    const { writeSite } = await import('../../browse/write-site.ts');
    const write = async (shown: string) => {
      repositoriesOf(flags, shown); // Fails if an account is unknown.
      return await writeSite({
        store: shown,
        source: shown === store ? undefined : store,
        folders: await filesOf(store, context),
        owners: flags.account,
        place: { path, isForced: flags.force === true },
        clock: context.clock,
        signal: context.signal,
        searchPath: context.env['PATH'] ?? '',
        onError: (error, at) => context.stderr.write(`Failed at ${at}: ${messageOf(error)}\n`),
        onPage: (written, found) =>
          reporter.progress(
            'writing',
            { written, found },
            () => `Wrote ${written} of ${countText(found, 'page')} found so far, in ${spent()}`,
          ),
      });
    };
    const report = await (flags.includePrivate === true
      ? write(store)
      : withPublicStore(store, { context, onNote: reporter.note, hasGit: true, use: write })
    ).finally(reporter.end);
    const failed = report.failed === 0 ? '' : `, ${report.failed} of which could not be shown`;
    reporter.event(
      'summary',
      { path, ...report },
      `Wrote ${countText(report.pages, 'page')}${failed} and ${countText(report.files, 'upload')}; open index.html in a browser`,
    );
    if (flags.json !== true) {
      context.stdout.write(`${path}\n`);
    }
    if (report.failed > 0) {
      context.endWith('warnings');
    }
  });
}
