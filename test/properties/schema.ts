/** Reads the JSON Schemas of the contract, and validates values with a validator that the server does not use. */
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { document } from '../support/contract.ts';

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly unevaluatedProperties?: boolean | Schema;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly 'x-trim'?: true;
  readonly format?: string;
  readonly contentEncoding?: string;
  readonly contentMediaType?: string;
  readonly contentSchema?: Schema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  /** Only a list of values that are not allowed. */
  readonly not?: Pick<Schema, 'enum'>;
}

/** Keywords that the generators support. A keyword in neither list is an error, so that somebody adds it to the generators. */
const supportedKeywords = new Set([
  '$ref',
  'type',
  'enum',
  'const',
  'properties',
  'required',
  'additionalProperties',
  'unevaluatedProperties',
  'minProperties',
  'maxProperties',
  'items',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'contentEncoding',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'oneOf',
  'anyOf',
  'allOf',
  'not',
]);
/** Keywords that do not restrict a value. */
const ignoredKeywords = new Set([
  'description',
  'title',
  'default',
  'example',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
  'contentMediaType',
  'contentSchema',
  'discriminator',
  '$comment',
]);

const flatSchemas = new WeakMap<Schema, Schema>();
/** @returns the schema with everything that `$ref` and `allOf` refer to merged into it */
export function flattenSchema(schema: Schema): Schema {
  const flatSchema = flatSchemas.get(schema) ?? flatten(schema);
  flatSchemas.set(schema, flatSchema);
  return flatSchema;
}

function flatten({ $ref, allOf = [], ...ownKeywords }: Schema): Schema {
  for (const keyword of Object.keys(ownKeywords))
    if (!supportedKeywords.has(keyword) && !ignoredKeywords.has(keyword) && !keyword.startsWith('x-'))
      throw new Error(`generated requests do not know the keyword ${keyword}`);
  if (ownKeywords.not && Object.keys(ownKeywords.not).join() !== 'enum')
    throw new Error('generated requests know not only of a list of values');
  return [...($ref === undefined ? [] : [componentAt($ref)]), ...allOf]
    .map(flattenSchema)
    .reduceRight((merged, part) => merge(part, merged), ownKeywords);
}

function componentAt($ref: string): Schema {
  const component = document.components.schemas?.[$ref.slice($ref.lastIndexOf('/') + 1)];
  if (typeof component !== 'object' || component === null) throw new Error(`${$ref} leads nowhere`);
  return component;
}

/** @returns a schema with the keywords of both; `over` wins where both have a keyword */
function merge(under: Schema, over: Schema): Schema {
  const { properties = {} } = over;
  const merged = Object.fromEntries(
    Object.entries({ ...under.properties, ...properties }).map(([name, schema]) => {
      const underProperty = under.properties?.[name];
      return [name, underProperty && underProperty !== schema ? merge(flattenSchema(underProperty), flattenSchema(schema)) : schema];
    }),
  );
  const required = [...new Set([...(under.required ?? []), ...(over.required ?? [])])];
  return { ...under, ...over, ...((under.properties ?? over.properties) && { properties: merged }), ...(required.length && { required }) };
}

const choicesBySchema = new WeakMap<Schema, readonly Schema[]>();
/** @returns the alternatives of a schema, each merged with their common keywords; undefined if the schema has no alternatives */
export function alternatives(schema: Schema): readonly Schema[] | undefined {
  const choices = choicesBySchema.get(schema) ?? splitAlternatives(schema);
  if (choices) choicesBySchema.set(schema, choices);
  return choices;
}

function splitAlternatives(schema: Schema): readonly Schema[] | undefined {
  const { oneOf, anyOf, ...common } = flattenSchema(schema);
  const choices = (oneOf ?? anyOf)?.map(flattenSchema);
  if (!choices) return undefined;
  const commonKeywords = oneOf && anyOf ? { ...common, anyOf } : common;
  const requiredNames = new Set(choices.flatMap(({ required = [] }) => required));
  return choices.map((choice) => {
    const { properties, ...otherKeywords } = merge(commonKeywords, choice);
    // An alternative of `oneOf` does not have the required properties of the other alternatives.
    const keptProperties = Object.entries(properties ?? {}).filter(
      ([name]) => !oneOf || !requiredNames.has(name) || otherKeywords.required?.includes(name),
    );
    return { ...otherKeywords, ...(properties && { properties: Object.fromEntries(keptProperties) }) };
  });
}

const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true, code: { optimize: false } }));
ajv.addSchema(document, 'contract');
const validators = new WeakMap<object, ReturnType<typeof ajv.compile>>();
const validatorsByText = new Map<string, ReturnType<typeof ajv.compile>>();
/** Compiles each text of a schema only once, because equal schemas are generated again and again. */
function compileCached(text: string) {
  const validate = validatorsByText.get(text) ?? ajv.compile(JSON.parse(text));
  validatorsByText.set(text, validate);
  return validate;
}

export interface ValidationError {
  readonly field: string;
  readonly message: string;
}

/** @returns the validation errors of a value, each with a dotted path, or `_errors` for the whole value */
export function validationErrorsIn(schema: object, value: unknown): ValidationError[] {
  const validate = validators.get(schema) ?? compileCached(JSON.stringify(schema).replaceAll('"#/', '"contract#/'));
  validators.set(schema, validate);
  return validate(value) ? [] : (validate.errors ?? []).map((error) => ({ field: fieldOf(error), message: error.message ?? '' }));
}

function fieldOf({ instancePath, params }: ErrorObject): string {
  const { missingProperty, additionalProperty, unevaluatedProperty }: Record<string, unknown> = params;
  const steps = instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  const propertyName = missingProperty ?? additionalProperty ?? unevaluatedProperty;
  return [...steps, ...(propertyName === undefined ? [] : [String(propertyName)])].join('.') || '_errors';
}

export const isValid = (schema: Schema, value: unknown) => validationErrorsIn(schema, value).length === 0;

/** @returns the JSON types that a valid value may have */
export function typesOf(schema: Schema): readonly string[] {
  const { type, enum: values, const: constant, properties } = flattenSchema(schema);
  const choices = alternatives(schema);
  if (type !== undefined) return [type].flat();
  if (choices) return [...new Set(choices.flatMap((choice) => typesOf(choice)))];
  if (values) return [...new Set(values.map(typeOf))];
  if (constant !== undefined) return [typeOf(constant)];
  return properties ? ['object'] : ['null', 'boolean', 'number', 'string', 'array', 'object'];
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** @returns whether a schema rejects additional properties */
export const isClosed = ({ additionalProperties, unevaluatedProperties }: Schema) =>
  additionalProperties === false || unevaluatedProperties === false;
