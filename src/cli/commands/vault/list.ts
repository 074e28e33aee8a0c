import type { Command } from 'commander';
import { archivesOf } from '../../../app/plan-forgetting.ts';
import { openNamedVault, type VaultSettings } from '../../../app/vault-location.ts';
import { utcSeconds } from '../../../base/run-id.ts';
import { countText, formatSize, totalOf } from '../../../base/sizes.ts';
import { presentArchives } from '../../../vault/archive-presence.ts';
import { archiveIdOf, type Manifest, storedFileOf } from '../../../vault/manifest.ts';
import type { CommandContext } from '../../context.ts';
import { type AccountFlags, addAccountFlag } from '../../flags/account-flag.ts';
import { addHelpEnd } from '../../flags/flags.ts';
import { addVaultFlag } from '../../flags/store-flags.ts';
import { jsonText } from '../../output/json-names.ts';
import { type RecordColumns, writeRecords } from '../../render/write-records.ts';
import { addRowFormatFlags, chooseRowFormat, type RowFormatOptions } from '../../render/write-rows.ts';

interface ListFlags extends VaultSettings, AccountFlags, RowFormatOptions {
  readonly quiet?: boolean;
}

/** A listed archive: its manifest without the examples of findings, and whether its file exists. */
interface ListedArchive extends Omit<Manifest, 'findings'> {
  readonly id: string;
  readonly isThere: boolean;
  readonly findings: readonly { readonly code: string; readonly severity: string; readonly count: number }[];
}

const COLUMNS: RecordColumns<ListedArchive> = {
  id: ({ id }) => id,
  taken: ({ takenAt }) => utcSeconds(Date.parse(takenAt)),
  account: ({ account }) => account,
  repositories: ({ repositories }) => repositories.length,
  records: ({ counts }) => totalOf(counts),
  size: (archive) => formatSize(storedFileOf(archive as unknown as Manifest).sizeBytes), // The findings are not used.
  state: describeState,
  archive: ({ archive }) => archive,
};

/** Columns omitted on narrow terminals: the file name is long, and all commands accept the id. */
const OMIT_FIRST = ['archive', 'repositories', 'records', 'account'];

/** `satchel vault list`: lists all archives, the oldest first. */
export function defineList(command: Command, context: CommandContext): void {
  addVaultFlag(command);
  addAccountFlag(command, 'archives');
  addRowFormatFlags(command);
  addHelpEnd(command, ['vault list --vault ~/work', 'vault list --vault ~/work --json']);
  command.action(async (flags: ListFlags) => {
    const format = chooseRowFormat(flags);
    const vault = await openNamedVault(flags, context, { needsStore: false });
    const { manifests, faults } = await vault.listManifests();
    const present = await presentArchives(vault, manifests);
    const items = archivesOf(flags, manifests).map((manifest) =>
      toListed(manifest, present.has(manifest.archive)),
    );
    await writeRecords(
      context,
      { items, columns: COLUMNS, omitFirst: OMIT_FIRST, none: '', textOf: jsonText },
      format,
    );
    if (format === 'table' && flags.quiet !== true) {
      context.stderr.write(`${countText(items.length, 'archive')} in ${vault.name}\n`);
    }
    for (const { fileName, reason } of faults) {
      context.stderr.write(`satchel: The manifest "${fileName}" cannot be read: ${reason}.\n`);
    }
    context.endWith(faults.length > 0 ? 'warnings' : 'done');
  });
}

function toListed(manifest: Manifest, isThere: boolean): ListedArchive {
  const findings = manifest.findings.map(({ code, severity, count }) => ({ code, severity, count }));
  return { id: archiveIdOf(manifest), ...manifest, isThere, findings };
}

function describeState({ isVerified, isThere, completeness, encryption, pin }: ListedArchive): string {
  const words = [
    isThere ? (isVerified ? 'verified' : 'NOT verified') : 'MISSING or truncated',
    ...(completeness === undefined ? [] : [completeness.isComplete ? 'complete' : 'INCOMPLETE']),
    ...(encryption === undefined ? [] : ['encrypted']),
    ...(pin === undefined ? [] : [pin.note === undefined ? 'pinned' : `pinned (${pin.note})`]),
  ];
  return words.join(', ');
}
