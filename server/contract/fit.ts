/**
 * Whether a request fits the contract: yes, or not for sure. Almost all do, and are found to in a few microseconds, by the same Ajv with the
 * same settings that express-openapi-validator uses. What does not fit, or is written in a way that takes a closer look, is the
 * validator's to judge and to explain (gate.ts), so that nothing here has to know what is wrong.
 */
import { parse } from 'node:querystring';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formatsOf from 'ajv-formats';
import type { Request } from 'express';
import { formats } from './formats.ts';

interface Schema { readonly $ref?: string; readonly type?: unknown }
interface Parameter { readonly $ref?: string; readonly name: string; readonly in: string; readonly required?: boolean; readonly schema?: Schema; readonly content?: object; readonly style?: string; readonly explode?: boolean }
export interface OperationObject { readonly parameters?: readonly Parameter[]; readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: Schema }>> } }
export interface Components { readonly schemas?: object; readonly parameters?: Readonly<Record<string, Parameter>> }

/** @param path its parameters, decoded @returns true when it fits; its query then has the types and the defaults that the contract gives */
export type Fits = (req: Request, path: Readonly<Record<string, string>>) => boolean;

/** A query whose every character means the same to everybody: nothing reserved, no brackets even when encoded. */
const plain = /^(?:[\w\-.~=&+]|%(?!5b|5d|7b|7d)[0-9a-f]{2})*$/i;

/** @returns makes the check of an operation. @param above parameters of its path */
export function fitting(components: Components): (operation: OperationObject, above: readonly Parameter[]) => Fits {
  const contract = { $id: 'contract', components: { schemas: components.schemas ?? {} } };
  // As the validator has them: text becomes what a parameter is, and nothing what a body is.
  const [parameterAjv, bodyAjv] = [true, false].map((coerceTypes) => formatsOf.default(new Ajv2020({ strict: false, strictNumbers: true, strictTuples: true, validateSchema: false, useDefaults: true, coerceTypes }), { mode: 'fast' }));
  for (const ajv of [parameterAjv, bodyAjv]) {
    for (const [name, format] of Object.entries(formats)) ajv?.addFormat(name, format);
    ajv?.addSchema(contract);
  }

  return ({ parameters: own = [], requestBody }, above) => {
    const parameters = [...above, ...own].map((parameter) => (parameter.$ref === undefined ? parameter : components.parameters?.[parameter.$ref.split('/').at(-1) ?? ''] ?? parameter));
    const queries = parameters.filter((parameter) => parameter.in === 'query');
    const isSimple = queries.every(({ schema, content, style, explode }) => typeof schema?.type === 'string' && ['string', 'integer', 'boolean', 'array'].includes(schema.type) && content === undefined && style === undefined && explode === undefined);
    const lists = queries.filter(({ schema }) => schema?.type === 'array').map(({ name }) => name);
    const object = (where: string, more: object = {}) => {
      const these = parameters.filter((parameter) => parameter.in === where);
      const named = (name: string) => (where === 'header' ? name.toLowerCase() : name);
      return { type: 'object', properties: Object.fromEntries(these.map(({ name, schema = {} }) => [named(name), schema])), required: these.filter(({ required }) => required).map(({ name }) => named(name)), ...more };
    };
    const general = parameterAjv?.compile(absolute({ type: 'object', properties: { path: object('path'), query: object('query', { additionalProperties: false }), headers: object('header') } }));
    const schema = requestBody?.content['application/json']?.schema;
    const body = schema && bodyAjv?.compile(absolute(schema));

    return (req, path) => {
      // U+0000 is a character like any other to a schema, and to nobody else.
      if (req.url.includes('%00')) return false;
      const start = req.url.indexOf('?');
      const asked = start < 0 ? '' : req.url.slice(start + 1);
      if (asked !== '' && (!isSimple || !plain.test(asked))) return false;
      const query: Record<string, unknown> = asked === '' ? {} : { ...parse(asked) };
      for (const name of lists) if (typeof query[name] === 'string') query[name] = [query[name]];
      for (const name in query) if (query[name] === '') return false;
      if (general?.({ path, query, headers: req.headers }) !== true || (body && !body(req.body))) return false;
      // Bounds hold for finite numbers only.
      for (const name in query) if (query[name] === Infinity || query[name] === -Infinity) return false;
      Object.defineProperty(req, 'query', { value: query, configurable: true, enumerable: true, writable: true });
      return true;
    };
  };
}

/** With references that are good outside of the document, too. */
function absolute(schema: object): object {
  return JSON.parse(JSON.stringify(schema, (name, value: unknown) => (name === '$ref' && typeof value === 'string' ? value.replace(/^#/, 'contract#') : value)));
}
