/** A step of the build, once this is compiled: the schemas of archives as code, beside the code that asks for them. */

import { writeArchiveSchemas } from './kind-schemas.ts';

writeArchiveSchemas();
