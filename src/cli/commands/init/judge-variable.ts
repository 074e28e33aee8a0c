/** What is wrong with the name of a variable; undefined where nothing is. */
export function judgeVariable(name: string): string | undefined {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? undefined : 'A name of letters, digits and underscores';
}
