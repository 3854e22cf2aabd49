/** What is going to leave says since when and until when, a year apart at least (spec/conventions, 12). */
import { type Contract, entries, type Fault, type Json, own, text } from './document.ts';

export function checkSunset({ operations }: Contract, fault: Fault): void {
  for (const { id, operation, parameters } of operations) {
    checkLeaving(id, operation, fault);
    for (const parameter of parameters) checkLeaving(`${id} ${text(own(parameter, 'name'))}`, parameter, fault);
  }
}

/** @param marked an operation, a parameter or a property */
export function checkLeaving(where: string, marked: Json | undefined, fault: Fault): void {
  const [since, until] = ['x-deprecated', 'x-sunset'].map((key) => text(own(marked, key)));
  if (own(marked, 'deprecated') !== true) {
    if (since || until) fault('sunset', where, 'x-deprecated and x-sunset belong to what is deprecated');
  } else if (!isDate(since) || !isDate(until)) fault('sunset', where, 'deprecated without the dates x-deprecated and x-sunset');
  else if (until < `${Number(since.slice(0, 4)) + 1}${since.slice(4)}`)
    fault('sunset', where, 'leaves sooner than twelve months after it was deprecated');
}

function isDate(value: string | undefined): value is string {
  return value !== undefined && /^\d{4}-\d\d-\d\d$/.test(value) && new Date(value).toJSON()?.startsWith(value) === true;
}

/** The same for each property of a schema. */
export function checkLeavingProperties(where: string, schema: Json | undefined, fault: Fault): void {
  for (const [key, property] of entries(own(schema, 'properties'))) checkLeaving(`${where}.${key}`, property, fault);
}
