/**
 * Imports a file of the built program, such as `store/store`: compiled with the benchmarks, a copy of it would not find the
 * schemas. A test checks that each file that is named exists.
 */
export async function importBuilt<Exports>(file: string): Promise<Exports> {
  return (await import(new URL(`../${file}.js`, import.meta.url).href)) as Exports;
}
