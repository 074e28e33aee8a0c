/**
 * Settings from a file in YAML or JSON, validated by a schema, with the line of each error. The file never
 * contains secrets, only the names of variables, files and commands that provide them.
 */

export { checkAddress } from './check-address.ts';
export type { Complaint } from './check-configuration.ts';
export type {
  AccountSettings,
  Configuration,
  JobSettings,
  NotificationSettings,
} from './configuration.ts';
export { checkVariableName, readEnvironmentFile, referencesIn, resolveReferences } from './environment.ts';
export {
  type ConfigurationReading,
  configurationPlaces,
  examineConfiguration,
  findConfiguration,
  readConfiguration,
} from './read-configuration.ts';
export { runTokenCommand } from './run-token-command.ts';
export { type StarterAnswers, starterConfiguration } from './starter-configuration.ts';
