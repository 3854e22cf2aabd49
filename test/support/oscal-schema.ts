/**
 * NIST's JSON schema of OSCAL, `oscal_complete_schema.json` of release 1.1.2 (https://github.com/usnistgov/OSCAL/releases/tag/v1.1.2),
 * unmodified. As a work of the United States government it is in the public domain there, and NIST licenses it under CC0 1.0 elsewhere.
 */
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';

const schema = new URL('../fixtures/oscal/oscal_complete_schema.json', import.meta.url);
const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: true });
formats.default(ajv);
const validate = ajv.compile(JSON.parse(readFileSync(schema, 'utf8')));

/** @returns the first five errors of a document by NIST's schema */
export function findNistFaults(document: unknown): unknown[] {
  return validate(document) ? [] : (validate.errors ?? []).slice(0, 5);
}
