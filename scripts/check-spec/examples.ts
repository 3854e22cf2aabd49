/** Examples match their schemas (spec/conventions, 5). */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { type Contract, entries, type Fault, isObject, type Json, own } from './document.ts';

export function checkExamples({ document, at }: Contract, fault: Fault): void {
  // Each validator is used only a few times, so optimizing its code would take longer than it saves.
  const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true, code: { optimize: false } }));
  ajv.addSchema(isObject(document) ? document : {}, 'spec');
  /** Validators by the text of their schema, because most schemas occur several times. */
  const validators = new Map<string, ValidateFunction>();
  function validatorAt(pointer: readonly string[], schema: Json | undefined): ValidateFunction {
    const schemaText = JSON.stringify(schema);
    const existing = validators.get(schemaText);
    if (existing) return existing;
    const steps = pointer.map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1')));
    const compiled = ajv.compile({ $ref: `spec#/${steps.join('/')}` });
    validators.set(schemaText, compiled);
    return compiled;
  }
  function validate(where: string, pointer: readonly string[], schema: Json | undefined, value: Json | undefined) {
    const validator = validatorAt([...pointer, 'schema'], schema);
    if (!validator(value)) fault('example', where, ajv.errorsText(validator.errors, { dataVar: 'example' }));
  }
  (function walk(value: Json | undefined, path: readonly string[]) {
    const schema = own(value, 'schema');
    if (schema !== undefined) {
      for (const [name, example] of entries(own(value, 'examples')))
        validate([...path, name].join('/'), path, schema, own(at(example), 'value'));
      const example = own(value, 'example');
      if (example !== undefined) validate(path.join('/'), path, schema, example);
    }
    const inner = Array.isArray(value) ? value.map((item, index): [string, Json] => [String(index), item]) : entries(value);
    for (const [key, item] of inner) if (key !== 'examples' && key !== 'example') walk(item, [...path, key]);
  })(document, []);
}
