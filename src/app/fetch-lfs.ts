import { type FetchedLfs, fetchLfs } from '../keeping/fetch-lfs.ts';
import { requireDriver } from '../store/driver.ts';
import { type AppContext, noteTo } from './context.ts';
import { fetchingText } from './report-backup.ts';
import type { Service } from './service.ts';
import { openNamedVault, type VaultSettings, withVaultJournal } from './vault-location.ts';

/** Fetches the files of Git LFS that the repositories of a vault need, from the service that they are from. */
export async function fetchLfsOfVault(
  settings: VaultSettings,
  service: Service,
  context: AppContext,
): Promise<FetchedLfs> {
  requireDriver();
  const command = 'satchel vault fetch-lfs';
  const vault = await openNamedVault(settings, context);
  return await withVaultJournal(vault, command, context, async (journal) =>
    fetchLfs({
      ...{ vault, journal, baseUrl: service.baseUrl, source: service.lfs },
      searchPath: context.env['PATH'] ?? '',
      clock: context.clock,
      signal: context.signal,
      onEvent(event) {
        if (event.type === 'trouble') {
          noteTo(context.onReport)(`${event.message}; continuing`);
        } else {
          const { type, ...fields } = event;
          context.onReport?.({ level: 'debug', type, fields, text: fetchingText(event) });
        }
      },
    }),
  );
}
