// Reads { cwd, statements, queries } as JSON from stdin, and writes the rows of each query in ClickHouse, or its error.
import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';

const { cwd, statements, queries } = JSON.parse(await text(process.stdin));
const { Session } = createRequire(`${process.env.SATCHEL_TEST_CHDB}/package.json`)('chdb');
process.chdir(cwd);
const session = new Session();
for (const statement of statements) {
  session.query(statement);
}
const settings = "SETTINGS date_time_output_format = 'iso', output_format_json_quote_64bit_integers = 1";
const answers = queries.map((query) => {
  try {
    const lines = session.query(`${query} ${settings}`, 'JSONCompactEachRow');
    return {
      rows: lines
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
    };
  } catch (error) {
    return { error: String(error?.message ?? error) };
  }
});
session.cleanup();
process.stdout.write(JSON.stringify(answers));
