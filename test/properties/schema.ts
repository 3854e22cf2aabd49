/** JSON Schema as the contract uses it: read, and asked what is wrong with a value, by a validator that the server does not use. */
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
  /** Only as a list of the values that are not allowed. */
  readonly not?: Pick<Schema, 'enum'>;
}

/** What values are made and broken by. A keyword that is in neither list stops the tests: it has to be thought of first. */
const understood = new Set([
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
/** What says nothing about the value itself. */
const beside = new Set([
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

const flats = new WeakMap<Schema, Schema>();
/** The schema without `$ref` and `allOf`: what they say is in it. */
export function flat(schema: Schema): Schema {
  const known = flats.get(schema) ?? flatten(schema);
  flats.set(schema, known);
  return known;
}

function flatten({ $ref, allOf = [], ...own }: Schema): Schema {
  for (const keyword of Object.keys(own))
    if (!understood.has(keyword) && !beside.has(keyword) && !keyword.startsWith('x-'))
      throw new Error(`generated requests do not know the keyword ${keyword}`);
  if (own.not && Object.keys(own.not).join() !== 'enum') throw new Error('generated requests know not only of a list of values');
  return [...($ref === undefined ? [] : [componentAt($ref)]), ...allOf].map(flat).reduceRight((whole, part) => both(part, whole), own);
}

function componentAt($ref: string): Schema {
  const found = document.components.schemas?.[$ref.slice($ref.lastIndexOf('/') + 1)];
  if (typeof found !== 'object' || found === null) throw new Error(`${$ref} leads nowhere`);
  return found;
}

/** Both at once; where they differ in a bound, what `over` says. */
function both(under: Schema, over: Schema): Schema {
  const { properties = {} } = over;
  const merged = Object.fromEntries(
    Object.entries({ ...under.properties, ...properties }).map(([name, schema]) => {
      const below = under.properties?.[name];
      return [name, below && below !== schema ? both(flat(below), flat(schema)) : schema];
    }),
  );
  const required = [...new Set([...(under.required ?? []), ...(over.required ?? [])])];
  return { ...under, ...over, ...((under.properties ?? over.properties) && { properties: merged }), ...(required.length && { required }) };
}

const choicesOf = new WeakMap<Schema, readonly Schema[]>();
/** The alternatives of a schema, each with what all of them have; nothing when it has none. */
export function alternatives(schema: Schema): readonly Schema[] | undefined {
  const known = choicesOf.get(schema) ?? split(schema);
  if (known) choicesOf.set(schema, known);
  return known;
}

function split(schema: Schema): readonly Schema[] | undefined {
  const { oneOf, anyOf, ...common } = flat(schema);
  const choices = (oneOf ?? anyOf)?.map(flat);
  if (!choices) return undefined;
  const rest = oneOf && anyOf ? { ...common, anyOf } : common;
  const marks = new Set(choices.flatMap(({ required = [] }) => required));
  return choices.map((choice) => {
    const { properties, ...whole } = both(rest, choice);
    // What another alternative is known by, this one has not.
    const kept = Object.entries(properties ?? {}).filter(([name]) => !oneOf || !marks.has(name) || whole.required?.includes(name));
    return { ...whole, ...(properties && { properties: Object.fromEntries(kept) }) };
  });
}

const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true, code: { optimize: false } }));
ajv.addSchema(document, 'contract');
const validators = new WeakMap<object, ReturnType<typeof ajv.compile>>();
const byText = new Map<string, ReturnType<typeof ajv.compile>>();
/** Schemas that are made again and again say the same. */
function compiled(text: string) {
  const validate = byText.get(text) ?? ajv.compile(JSON.parse(text));
  byText.set(text, validate);
  return validate;
}

export interface Fault {
  readonly field: string;
  readonly message: string;
}

/** What is wrong with a value, by field, dotted; `_errors` for the value as a whole. */
export function faultsIn(schema: object, value: unknown): Fault[] {
  const validate = validators.get(schema) ?? compiled(JSON.stringify(schema).replaceAll('"#/', '"contract#/'));
  validators.set(schema, validate);
  return validate(value) ? [] : (validate.errors ?? []).map((error) => ({ field: fieldOf(error), message: error.message ?? '' }));
}

function fieldOf({ instancePath, params }: ErrorObject): string {
  const { missingProperty, additionalProperty, unevaluatedProperty }: Record<string, unknown> = params;
  const steps = instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  const last = missingProperty ?? additionalProperty ?? unevaluatedProperty;
  return [...steps, ...(last === undefined ? [] : [String(last)])].join('.') || '_errors';
}

export const isValid = (schema: Schema, value: unknown) => faultsIn(schema, value).length === 0;

/** The JSON types that a value may have. */
export function typesOf(schema: Schema): readonly string[] {
  const { type, enum: values, const: only, properties } = flat(schema);
  const choices = alternatives(schema);
  if (type !== undefined) return [type].flat();
  if (choices) return [...new Set(choices.flatMap((choice) => typesOf(choice)))];
  if (values) return [...new Set(values.map(typeOf))];
  if (only !== undefined) return [typeOf(only)];
  return properties ? ['object'] : ['null', 'boolean', 'number', 'string', 'array', 'object'];
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** Whether any other property is refused. */
export const isClosed = ({ additionalProperties, unevaluatedProperties }: Schema) =>
  additionalProperties === false || unevaluatedProperties === false;
