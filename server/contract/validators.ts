/**
 * Whether a request, or an answer, fits the contract: yes, or not for sure. Almost all do, and are found to in a few microseconds, by the
 * same Ajv with the same settings that express-openapi-validator uses. What does not fit, or is written in a way that takes a closer
 * look, is the validator's to judge and to explain (gate.ts), so that nothing here has to know what is wrong.
 */
import { parse } from 'node:querystring';
import { Ajv2020, type Options, type ValidateFunction } from 'ajv/dist/2020.js';
import formatsOf from 'ajv-formats';
import type { Request } from 'express';
import { formats } from './formats.ts';
import { isDecodable, queryOf } from './parameters.ts';

interface Schema {
  readonly $ref?: string;
  readonly type?: unknown;
  readonly anyOf?: readonly Schema[];
}
interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema?: Schema;
  readonly content?: object;
  readonly style?: string;
  readonly explode?: boolean;
}
type Content = Readonly<Record<string, { readonly schema?: Schema }>>;
interface Answer {
  readonly $ref?: string;
  readonly content?: Content;
}
export interface OperationObject {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, Answer>>;
}
export interface Components {
  readonly schemas?: Readonly<Record<string, Schema>>;
  readonly parameters?: Readonly<Record<string, Parameter>>;
  readonly responses?: Readonly<Record<string, Answer>>;
}

/** @param path its parameters, decoded @returns true when it fits; its query then has the types and the defaults that the contract gives */
export type RequestValidator = (req: Pick<Request, 'url' | 'headers' | 'body'>, path: Readonly<Record<string, string>>) => boolean;
/** @param type media type, without parameters @param body as it is about to be answered */
export type AnswerValidator = (status: number, type: string, body: unknown) => boolean;
/** Creates the check of an operation. */
export interface Validators {
  /** @param above parameters of its path */
  request(operation: OperationObject, above: readonly Parameter[]): RequestValidator;
  answer(operation: OperationObject): AnswerValidator;
}

/** A query that means the same to everybody: no brackets and braces, not even encoded. */
const plain = /^(?:[^[\]{}%]|%(?!5b|5d|7b|7d))*$/i;

/** @param components of the contract, which operations refer to; each schema is compiled once, when it is first needed */
export function createValidators(components: Components): Validators {
  // As the validator has them: text becomes what a parameter is, and nothing what a body is; what was left out of an answer is not added.
  const [parameters, bodies, answers] = [ajvWith({ coerceTypes: true, useDefaults: true }), ajvWith({ useDefaults: true }), ajvWith({})];
  for (const ajv of [parameters, bodies, answers]) ajv.addSchema({ $id: 'contract', components: { schemas: components.schemas ?? {} } });
  // By their text: many operations answer the same, errors above all.
  const answerChecks = new Map<string, ValidateFunction>();
  const answerCheck = (schema: Schema): ValidateFunction => {
    const text = absolute(schema);
    const check = answerChecks.get(text) ?? answers.compile(JSON.parse(text));
    answerChecks.set(text, check);
    return check;
  };
  const resolved = <T extends { readonly $ref?: string }>(item: T, among: Readonly<Record<string, T>> = {}): T =>
    item.$ref === undefined ? item : (among[item.$ref.split('/').at(-1) ?? ''] ?? item);

  /** Whether a value in a query is of the same type to the validator, whichever of its alternatives it fits. */
  const isReadAlike = (schema: Schema = {}): boolean => {
    const { type, anyOf } = resolved(schema, components.schemas);
    return anyOf
      ? anyOf.every((alternative) => resolved(alternative, components.schemas).type === 'string')
      : typeof type === 'string' && ['string', 'integer', 'number', 'boolean', 'array'].includes(type);
  };

  return {
    request({ parameters: own = [], requestBody }, above) {
      const all = [...above, ...own].map((parameter) => resolved(parameter, components.parameters));
      const queries = all.filter((parameter) => parameter.in === 'query');
      const isSimple = queries.every(
        ({ schema, content, style, explode }) =>
          isReadAlike(schema) && content === undefined && style === undefined && explode === undefined,
      );
      const lists = queries.filter(({ schema }) => schema && resolved(schema, components.schemas).type === 'array').map(({ name }) => name);
      const general = parameters.compile(
        JSON.parse(
          absolute({
            type: 'object',
            properties: {
              path: objectOf(all, 'path'),
              query: { ...objectOf(all, 'query'), additionalProperties: false },
              headers: objectOf(all, 'header'),
            },
          }),
        ),
      );
      const schema = requestBody?.content['application/json']?.schema;
      const body = schema && bodies.compile(JSON.parse(absolute(schema)));

      return (req, path) => {
        // A schema accepts U+0000 like any other character, but the database does not.
        if (req.url.includes('%00')) return false;
        const asked = queryOf(req.url);
        if (asked !== '' && (!isSimple || !plain.test(asked) || !isDecodable(asked))) return false;
        const query: Record<string, unknown> = asked === '' ? {} : { ...parse(asked) };
        for (const name of lists) if (typeof query[name] === 'string') query[name] = [query[name]];
        for (const name in query) if (query[name] === '') return false;
        if (!general({ path, query, headers: req.headers }) || (body && !body(req.body))) return false;
        // Bounds hold for finite numbers only.
        for (const name in query) if (query[name] === Infinity || query[name] === -Infinity) return false;
        Object.defineProperty(req, 'query', { value: query, configurable: true, enumerable: true, writable: true });
        return true;
      };
    },

    answer({ responses }) {
      const checks = new Map<string, ValidateFunction | undefined>();
      return (status, type, body) => {
        const key = `${status} ${type}`;
        if (!checks.has(key)) {
          const response = responses[status];
          const schema = response && resolved(response, components.responses).content?.[type]?.schema;
          checks.set(key, schema && answerCheck(schema));
        }
        return checks.get(key)?.(body) === true;
      };
    },
  };
}

function ajvWith(options: Options): Ajv2020 {
  // Making the code of a check shorter takes as long as making it, and V8 does the same to what runs often.
  const code = { optimize: false };
  const ajv = formatsOf.default(
    new Ajv2020({ strict: false, strictNumbers: true, strictTuples: true, validateSchema: false, code, ...options }),
    { mode: 'fast' },
  );
  for (const [name, format] of Object.entries(formats)) ajv.addFormat(name, format);
  return ajv;
}

/** The parameters of one place as a schema. Names of headers are spelled as Node gives them. */
function objectOf(parameters: readonly Parameter[], where: 'path' | 'query' | 'header'): object {
  const own = parameters
    .filter((parameter) => parameter.in === where)
    .map((parameter) => ({ ...parameter, name: where === 'header' ? parameter.name.toLowerCase() : parameter.name }));
  return {
    type: 'object',
    properties: Object.fromEntries(own.map(({ name, schema = {} }) => [name, schema])),
    required: own.filter(({ required }) => required).map(({ name }) => name),
  };
}

/** With references that are good outside of the document, too. */
function absolute(schema: object): string {
  return JSON.stringify(schema, (name, value: unknown) =>
    name === '$ref' && typeof value === 'string' ? value.replace(/^#/, 'contract#') : value,
  );
}
