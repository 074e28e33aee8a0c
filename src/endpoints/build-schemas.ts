/** A step of the build, which runs after the compilation: writes the schemas of responses as code. */

import { writeAnswerSchemas } from './answer-reader.ts';

writeAnswerSchemas();
