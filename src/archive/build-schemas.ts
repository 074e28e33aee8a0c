/** A build step: writes the schemas of archives as code, next to the code that uses them. */

import { writeArchiveSchemas } from './kind-schemas.ts';

writeArchiveSchemas();
