/**
 * Settings from a file: found, read as YAML, TOML or JSON, judged by a schema with the place of each fault, and given the
 * form that the program works with. Secrets are never in it: only names of variables, files and commands that have them.
 */

export type {
  AccountSettings,
  Configuration,
  JobSettings,
  NotificationSettings,
} from './configuration.ts';
export { judgeVariable, readEnvironmentFile, referencesIn, resolveReferences } from './environment.ts';
export { judgeAddress } from './judge-address.ts';
export type { Complaint } from './judge-configuration.ts';
export {
  type ConfigurationReading,
  configurationPlaces,
  examineConfiguration,
  findConfiguration,
  readConfiguration,
} from './read-configuration.ts';
export { runTokenCommand } from './run-token-command.ts';
export { type StarterAnswers, starterConfiguration } from './starter-configuration.ts';
