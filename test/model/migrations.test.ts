import { expect, it } from 'vitest';
import { readMigrationId } from '../../src/model/migrations.ts';

it('readMigrationId() reads digits only, of any number', () => {
  expect(['7', '007', '0', '9007199254740993'].map(readMigrationId)).toEqual([7, 7, 0, '9007199254740993']);
  expect(['', '-1', '1.5', `${'0'.repeat(1_000_000)}x`].map(readMigrationId)).toEqual(
    Array.from({ length: 4 }, () => undefined),
  );
});
