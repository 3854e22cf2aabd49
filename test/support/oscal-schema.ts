/**
 * NIST's own JSON schema of OSCAL, `oscal_complete_schema.json` of release 1.1.2 (https://github.com/usnistgov/OSCAL/releases/tag/v1.1.2), as
 * it came. A work of the government of the United States, it is in the public domain there, and NIST gives it to everybody else under CC0 1.0.
 */
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';

const schema = new URL('../fixtures/oscal/oscal_complete_schema.json', import.meta.url);
const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: true });
formats.default(ajv);
const validate = ajv.compile(JSON.parse(readFileSync(schema, 'utf8')));

/** @returns what NIST's schema has against a document, the first five faults of it */
export function nistFaults(document: unknown): unknown[] {
  return validate(document) ? [] : (validate.errors ?? []).slice(0, 5);
}
