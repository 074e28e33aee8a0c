/** A mention: after no letter, digit or address, and not the beginning of the name of a team or package. */
const MENTION = /(?<![\w@/.`+-])@([A-Za-z0-9](?:[\w-]*[A-Za-z0-9])?)(?![\w/-])/g;

/** Code in a line, which has no mentions. */
const CODE_OR_TEXT = /(`+)(?!`).*?[^`]\1(?!`)|[^`]+|`+/g;

/** Replaces the logins of mentions in Markdown, except in code in a line. */
export function replaceMentions(text: string, newLogin: (login: string) => string | undefined): string {
  return text.replace(CODE_OR_TEXT, (part: string, ticks: string | undefined) =>
    ticks === undefined
      ? part.replace(MENTION, (found: string, login: string) => {
          const changed = newLogin(login);
          return changed === undefined ? found : `@${changed}`;
        })
      : part,
  );
}
