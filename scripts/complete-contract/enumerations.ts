/** Finds the enumerations that people see: those of schemas and parameters, but not those of errors or of a protocol. */
import { type Document, operationsOf, type Schema } from './document.ts';

export interface Enumeration {
  /** The schema or parameter and the property, in camel case: `riskStatus`, `memberInviteResultOutcome`, `listRisksSortBy`. */
  readonly name: string;
  readonly schema: Schema;
  readonly values: readonly string[];
}

/** Values that a protocol defines, not for people. */
const protocolValues: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'CNAME', 'TXT'];
/** Has no labels, because errors have messages. */
const errorCodes = 'ErrorCode';

/** @returns whether these are values that people read */
export function isForPeople(values: readonly unknown[]): values is readonly string[] {
  return values.every((value) => typeof value === 'string') && !values.every((value) => protocolValues.includes(value));
}

/** Skips `not`, whose values are the excluded ones. */
export function enumerationsOf({ components, paths }: Document): Enumeration[] {
  const parameters = Object.entries(components.parameters);
  const ownParameters = Object.values(paths)
    .flatMap(operationsOf)
    .flatMap(({ operationId, parameters: inputs = [] }) =>
      inputs.map(({ name = '', schema }) => [operationId + capitalize(name), { schema }] as const),
    );
  return [
    ...Object.entries(components.schemas).flatMap(([name, schema]) => (name === errorCodes ? [] : enumerationsIn(schema, name))),
    ...[...parameters, ...ownParameters].flatMap(([name, { schema }]) => (schema ? enumerationsIn(schema, name) : [])),
  ];
}

function enumerationsIn(schema: Schema, name: string): Enumeration[] {
  const { enum: values, properties = {}, items, additionalProperties, allOf = [], anyOf = [], oneOf = [] } = schema;
  const record = name.replace(/Core$/, '');
  const parts = [items, typeof additionalProperties === 'object' ? additionalProperties : undefined, ...allOf, ...anyOf, ...oneOf];
  return [
    ...(values && isForPeople(values) ? [{ name: name.charAt(0).toLowerCase() + name.slice(1), schema, values }] : []),
    ...Object.entries(properties).flatMap(([property, inner]) => enumerationsIn(inner, record + capitalize(property))),
    ...parts.flatMap((inner) => (inner ? enumerationsIn(inner, name) : [])),
  ];
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
