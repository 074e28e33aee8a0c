/**
 * What may be asked of the service: the account, its repositories, user and organization migrations, rate
 * limits. Answers are checked by the schemas in `schemas/api` and given in the words of the model.
 */

export type { DownloadAnswer as ArchiveAnswer, DownloadContent as ArchiveContent } from '../client/index.ts';
export { type Account, getAccount } from './account.ts';
export { createMigrations, type Migrations } from './migrations.ts';
export { getRateLimit } from './rate-limit.ts';
export { createRepositories, type Repositories } from './repositories.ts';
export type { RepositorySummary } from './repository-summary.ts';
export type { StartedMigration } from './start-migration.ts';
