import type { Command } from 'commander';
import { addFlag, flagsOf } from './flags.ts';

export function addStoreFlags(command: Command): void {
  const add = flagsOf(command, 'store');
  add('--db <file>', 'the store');
  add('--vault <dir>', 'the vault whose store to use: a directory or s3://BUCKET/PREFIX');
}

export interface SnapshotFlags {
  readonly snapshot?: string;
}

export function addSnapshotFlag(command: Command): void {
  addFlag(
    command,
    '--snapshot <number>',
    'read the store as of this snapshot: a number, latest or previous; data captured from the service is not affected',
  );
}

export function addVaultFlag(command: Command): void {
  addFlag(
    command,
    '--vault <dir>',
    'the vault: a directory or s3://BUCKET/PREFIX (default: as configured, else the last one)',
  );
}
