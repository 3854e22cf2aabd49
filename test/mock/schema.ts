import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { document } from '../support/contract.ts';

const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }));
ajv.addSchema(document, 'spec');

/** @param schema of the contract @returns what is wrong with a body, or nothing */
export function faultsOf(schema: object | undefined, body: unknown): string {
  const validate = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"spec#/')));
  return validate(body) ? '' : ajv.errorsText(validate.errors);
}
