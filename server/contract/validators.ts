/**
 * Quickly checks whether a request or an answer fits the contract. Almost all of them do, and checking them takes microseconds with the same Ajv
 * and settings as express-openapi-validator. Anything that fails or is uncertain is left to that validator (gate.ts).
 */
import { parse } from 'node:querystring';
import { Ajv2020, type Options, type ValidateFunction } from 'ajv/dist/2020.js';
import formatsOf from 'ajv-formats';
import type { Request } from 'express';
import { answerFormats, formats } from './formats.ts';
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

/** @param path decoded path parameters @returns true when the request fits; its query then has the contract's types and defaults */
export type RequestValidator = (req: Pick<Request, 'url' | 'headers' | 'body'>, path: Readonly<Record<string, string>>) => boolean;
/** @param type media type without parameters @param body about to be sent */
export type AnswerValidator = (status: number, type: string, body: unknown) => boolean;
/** Creates the checks of an operation. */
export interface Validators {
  /** @param itemParameters of the path item */
  request(operation: OperationObject, itemParameters: readonly Parameter[]): RequestValidator;
  answer(operation: OperationObject): AnswerValidator;
}

/** Matches a query that all parsers interpret the same: no brackets or braces, even encoded. */
const plainQuery = /^(?:[^[\]{}%]|%(?!5b|5d|7b|7d))*$/i;

/** @param components referenced by operations; each schema is compiled once, on first use */
export function createValidators(components: Components): Validators {
  // As in the validator: parameters are coerced from text, bodies are not, and answers get no defaults.
  const [paramAjv, bodyAjv, answerAjv] = [
    ajvWith({ coerceTypes: true, useDefaults: true }),
    ajvWith({ useDefaults: true }),
    ajvWith({}, answerFormats),
  ];
  for (const ajv of [paramAjv, bodyAjv, answerAjv]) ajv.addSchema({ $id: 'contract', components: { schemas: components.schemas ?? {} } });
  // Keyed by the schema's text, because many operations share answers, above all errors.
  const answerChecks = new Map<string, ValidateFunction>();
  const answerCheck = (schema: Schema): ValidateFunction => {
    const text = withAbsoluteReferences(schema);
    const check = answerChecks.get(text) ?? answerAjv.compile(JSON.parse(text));
    answerChecks.set(text, check);
    return check;
  };
  const resolve = <T extends { readonly $ref?: string }>(item: T, definitions: Readonly<Record<string, T>> = {}): T =>
    item.$ref === undefined ? item : (definitions[item.$ref.split('/').at(-1) ?? ''] ?? item);

  /** Returns whether the validator converts a query value to the same type, whichever alternative matches. */
  const hasFixedType = (schema: Schema = {}): boolean => {
    const { type, anyOf } = resolve(schema, components.schemas);
    return anyOf
      ? anyOf.every((alternative) => resolve(alternative, components.schemas).type === 'string')
      : typeof type === 'string' && ['string', 'integer', 'number', 'boolean', 'array'].includes(type);
  };

  return {
    request({ parameters: operationParameters = [], requestBody }, itemParameters) {
      const allParameters = [...itemParameters, ...operationParameters].map((parameter) => resolve(parameter, components.parameters));
      const queries = allParameters.filter((parameter) => parameter.in === 'query');
      const isSimple = queries.every(
        ({ schema, content, style, explode }) =>
          hasFixedType(schema) && content === undefined && style === undefined && explode === undefined,
      );
      const listNames = queries
        .filter(({ schema }) => schema && resolve(schema, components.schemas).type === 'array')
        .map(({ name }) => name);
      const checkParameters = paramAjv.compile(
        JSON.parse(
          withAbsoluteReferences({
            type: 'object',
            properties: {
              path: objectOf(allParameters, 'path'),
              query: { ...objectOf(allParameters, 'query'), additionalProperties: false },
              headers: objectOf(allParameters, 'header'),
            },
          }),
        ),
      );
      const schema = requestBody?.content['application/json']?.schema;
      const checkBody = schema && bodyAjv.compile(JSON.parse(withAbsoluteReferences(schema)));

      return (req, path) => {
        // A schema accepts U+0000 like any other character, but the database does not.
        if (req.url.includes('%00')) return false;
        const queryText = queryOf(req.url);
        if (queryText !== '' && (!isSimple || !plainQuery.test(queryText) || !isDecodable(queryText))) return false;
        const query: Record<string, unknown> = queryText === '' ? {} : { ...parse(queryText) };
        for (const name of listNames) if (typeof query[name] === 'string') query[name] = [query[name]];
        for (const name in query) if (query[name] === '') return false;
        if (!checkParameters({ path, query, headers: req.headers }) || (checkBody && !checkBody(req.body))) return false;
        // Bounds apply to finite numbers only.
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
          const schema = response && resolve(response, components.responses).content?.[type]?.schema;
          checks.set(key, schema && answerCheck(schema));
        }
        return checks.get(key)?.(body) === true;
      };
    },
  };
}

function ajvWith(options: Options, ownFormats: typeof formats | typeof answerFormats = formats): Ajv2020 {
  // Optimizing the code of a check takes as long as generating it, and V8 optimizes frequently run code anyway.
  const code = { optimize: false };
  const ajv = formatsOf.default(
    new Ajv2020({ strict: false, strictNumbers: true, strictTuples: true, validateSchema: false, code, ...options }),
    { mode: 'fast' },
  );
  for (const [name, format] of Object.entries(ownFormats)) ajv.addFormat(name, format);
  return ajv;
}

/** Returns a schema for the parameters of one location. Header names are lower case, as Node provides them. */
function objectOf(parameters: readonly Parameter[], location: 'path' | 'query' | 'header'): object {
  const locatedParameters = parameters
    .filter((parameter) => parameter.in === location)
    .map((parameter) => ({ ...parameter, name: location === 'header' ? parameter.name.toLowerCase() : parameter.name }));
  return {
    type: 'object',
    properties: Object.fromEntries(locatedParameters.map(({ name, schema = {} }) => [name, schema])),
    required: locatedParameters.filter(({ required }) => required).map(({ name }) => name),
  };
}

/** Makes references absolute, so that they resolve outside the document. */
function withAbsoluteReferences(schema: object): string {
  return JSON.stringify(schema, (name, value: unknown) =>
    name === '$ref' && typeof value === 'string' ? value.replace(/^#/, 'contract#') : value,
  );
}
