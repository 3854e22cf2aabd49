/**
 * NIST's own JSON schema of OSCAL 1.1. It is not part of the project: `OSCAL_SCHEMA` names the file `oscal_complete_schema.json` of a release
 * of OSCAL (https://github.com/usnistgov/OSCAL/releases). Without it, `faultsIn` (oscal-structure.ts) alone checks the documents.
 */
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';

const file = process.env.OSCAL_SCHEMA;

/** @returns what NIST's schema has against a document; undefined when there is no schema */
export const nistFaults: ((document: unknown) => unknown[]) | undefined = file === undefined ? undefined : validatorOf(file);

function validatorOf(name: string) {
  const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: true });
  formats.default(ajv);
  const validate = ajv.compile(JSON.parse(readFileSync(name, 'utf8')));
  return (document: unknown) => (validate(document) ? [] : (validate.errors ?? []).slice(0, 5));
}
