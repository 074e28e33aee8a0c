/** A step of the build, once this is compiled: the schemas of archives as code, next to the code that uses them. */

import { writeArchiveSchemas } from './kind-schemas.ts';

writeArchiveSchemas();
