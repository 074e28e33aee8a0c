/** Types a table by the names of its rows: an error or a hint of an editor shows these, and not what is in each row. */
export function rowsOf<Row>(): <Name extends string>(
  rows: Readonly<Record<Name, Row>>,
) => Readonly<Record<Name, Row>> {
  return (rows) => rows;
}
