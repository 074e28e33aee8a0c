type DefinedMembers<Members> = { [Name in keyof Members]?: Exclude<Members[Name], undefined> };

/** The members of an options object that have a value: what was not asked for stays absent. */
export function definedMembers<Members extends object>(members: Members): DefinedMembers<Members> {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as DefinedMembers<Members>; // Only undefined members are gone.
}
