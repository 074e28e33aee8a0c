/** A step of the build, after compilation: writes the schemas of manifests as code. */

import { writeManifestSchemas } from './manifest/read-manifests.ts';

writeManifestSchemas();
