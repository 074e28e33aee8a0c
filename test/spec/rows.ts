import { BOTH, CLIENT, type Row, type Side } from './row.ts';
import { ENDPOINTS, type Endpoint, type Parameter } from './rows/endpoints.table.ts';
import { NOT_SHOWN_ROWS } from './rows/not-shown.table.ts';
import { PERMISSION_CATEGORIES, PERMISSION_ENTRIES, PERMISSION_FAMILIES } from './rows/permissions.table.ts';
import { RESOURCES } from './rows/resources.table.ts';
import { RULES } from './rows/rules.table.ts';

/**
 * The specification as rows: every method and path, parameter, status, field, limit and rule, typed in from its text.
 * Nothing here comes from `src`, so that a wrong table there cannot agree with itself.
 */
export const ROWS: readonly Row[] = [
  ...RULES,
  ...resourceRows(),
  ...ENDPOINTS.flatMap(endpointRows),
  ...permissionRows(),
  ...NOT_SHOWN_ROWS,
];

/** The ids of all rows that a side must keep. */
export function idsOf(side: Side): readonly string[] {
  return ROWS.filter((row) => row.concerns.includes(side)).map(({ id }) => id);
}

function resourceRows(): readonly Row[] {
  return Object.entries(RESOURCES).flatMap(([resource, { section, fields }]) =>
    Object.entries(fields).map(([name, type]) => ({
      id: `${section}/${resource}.${name}`,
      says: `${resource} has ${name}: ${type}`,
      concerns: BOTH,
    })),
  );
}

function endpointRows({ id, method, path, success, statuses, ...endpoint }: Endpoint): readonly Row[] {
  const { parameters = [], query = [], body = [] } = endpoint;
  return [
    { id, says: `${method} ${path}`, concerns: BOTH },
    { id: `${id}/success`, says: `answers ${success}`, concerns: BOTH },
    ...parameters.flatMap((parameter) => parameterRows(`${id}/path`, parameter)),
    ...query.flatMap((parameter) => parameterRows(`${id}/query`, parameter)),
    ...body.flatMap((parameter) => parameterRows(`${id}/body`, parameter)),
    ...statuses.map((status) => ({
      id: `${id}/status/${status}`,
      says: `can answer ${status}`,
      concerns: BOTH,
    })),
  ];
}

function parameterRows(
  place: string,
  { name, type, max, isRequired, ...parameter }: Parameter,
): readonly Row[] {
  const id = `${place}/${name}`;
  const facts = [
    { id, says: `${name}: ${type}` },
    ...(parameter.default === undefined
      ? []
      : [{ id: `${id}/default`, says: `default ${parameter.default}` }]),
    ...(max === undefined ? [] : [{ id: `${id}/max`, says: `at most ${max}` }]),
    ...(isRequired === undefined ? [] : [{ id: `${id}/required`, says: 'required' }]),
  ];
  return facts.map((fact) => ({ ...fact, concerns: BOTH }));
}

function permissionRows(): readonly Row[] {
  const entries = PERMISSION_ENTRIES.map((entry) => ({
    id: `5.1/${entry.audience}/${entry.subject}/${entry.permission}/${entry.access} ${entry.method} ${entry.path}`,
    says: `needs ${entry.permission} (${entry.subject}) ${entry.access}${entry.isMulti ? ', or others' : ''}${entry.isUserTokenOnly ? ', user tokens only' : ''}`,
    concerns: CLIENT,
  }));
  const families = PERMISSION_FAMILIES.map((family) => ({
    id: `5.1/app/repository/Administration/write ${family}`,
    says: 'needs Administration (repository) write; methods not shown',
    concerns: CLIENT,
  }));
  const categories = Object.entries(PERMISSION_CATEGORIES).flatMap(([subject, names]) =>
    names.split(', ').map((name) => ({
      id: `5.1/fine-grained/${subject}/${name}`,
      says: `${name} is a ${subject} permission; rows not shown`,
      concerns: CLIENT,
    })),
  );
  return [...entries, ...families, ...categories];
}
