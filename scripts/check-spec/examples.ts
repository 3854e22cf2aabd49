/** Examples fit their schemas (spec/conventions, 5). */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { type Contract, entries, type Fault, isObject, type Json, own } from './document.ts';

export function checkExamples({ document, at }: Contract, fault: Fault): void {
  const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }));
  ajv.addSchema(isObject(document) ? document : {}, 'spec');
  function validate(where: string, pointer: readonly string[], value: Json | undefined) {
    const checks = ajv.compile({
      $ref: `spec#/${pointer.map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`,
    });
    if (!checks(value)) fault('example', where, ajv.errorsText(checks.errors, { dataVar: 'example' }));
  }
  (function walk(value: Json | undefined, path: readonly string[]) {
    if (own(value, 'schema') !== undefined) {
      for (const [name, example] of entries(own(value, 'examples')))
        validate([...path, name].join('/'), [...path, 'schema'], own(at(example), 'value'));
      const example = own(value, 'example');
      if (example !== undefined) validate(path.join('/'), [...path, 'schema'], example);
    }
    const inner = Array.isArray(value) ? value.map((item, index): [string, Json] => [String(index), item]) : entries(value);
    for (const [key, item] of inner) if (key !== 'examples' && key !== 'example') walk(item, [...path, key]);
  })(document, []);
}
