/** Attributes that an answer can leave out; a migration of many repositories is megabytes with them. */
export interface MigrationView {
  readonly exclude?: readonly 'repositories'[];
}

/** The view as a query; the brackets are how the service spells lists there. */
export function viewQuery({ exclude = [] }: MigrationView): Readonly<Record<string, readonly string[]>> {
  return { 'exclude[]': exclude };
}
