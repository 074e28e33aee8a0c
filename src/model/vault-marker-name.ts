/**
 * The file that marks a directory as a vault, for rooms that recognise vaults without reading them: looking for it is
 * faster than importing the vault room.
 */
export const VAULT_MARKER_NAME = 'satchel-vault.json';
