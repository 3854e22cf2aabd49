/** Deprecated elements state their deprecation and sunset dates, at least a year apart (spec/conventions, 12). */
import { type Contract, entries, type Fault, type Json, own, text } from './document.ts';

export function checkSunset({ operations }: Contract, fault: Fault): void {
  for (const { id, operation, parameters } of operations) {
    checkDeprecated(id, operation, fault);
    for (const parameter of parameters) checkDeprecated(`${id} ${text(own(parameter, 'name'))}`, parameter, fault);
  }
}

/** @param element an operation, a parameter or a property */
export function checkDeprecated(where: string, element: Json | undefined, fault: Fault): void {
  const [since, until] = ['x-deprecated', 'x-sunset'].map((key) => text(own(element, key)));
  if (own(element, 'deprecated') !== true) {
    if (since || until) fault('sunset', where, 'x-deprecated and x-sunset belong to what is deprecated');
  } else if (!isDate(since) || !isDate(until)) fault('sunset', where, 'deprecated without the dates x-deprecated and x-sunset');
  else if (until < `${Number(since.slice(0, 4)) + 1}${since.slice(4)}`)
    fault('sunset', where, 'leaves sooner than twelve months after it was deprecated');
}

function isDate(value: string | undefined): value is string {
  return value !== undefined && /^\d{4}-\d\d-\d\d$/.test(value) && new Date(value).toJSON()?.startsWith(value) === true;
}

/** Checks each property of a schema in the same way. */
export function checkDeprecatedProperties(where: string, schema: Json | undefined, fault: Fault): void {
  for (const [key, property] of entries(own(schema, 'properties'))) checkDeprecated(`${where}.${key}`, property, fault);
}
