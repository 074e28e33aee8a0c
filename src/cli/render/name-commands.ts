/** What other rooms advise in words, because it is stored and read by programs too, and the command that does it. */
const COMMANDS: Readonly<Record<string, string>> = {
  'rebuild of the vault': 'satchel vault rebuild',
  'repair of the vault': 'satchel vault repair',
  'unlocking the migration': 'satchel export unlock',
};

const ADVICE = new RegExp(`\\b(?:[Aa] )?(${Object.keys(COMMANDS).join('|')})\\b`, 'g');

/** The text with the names of the commands that it advises. */
export function nameCommands(text: string): string {
  return text.replaceAll(ADVICE, (_, advice: string) => `"${COMMANDS[advice]}"`);
}
