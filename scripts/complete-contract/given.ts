/**
 * Employees and risks, whose form is prescribed: they have a second address and also take the key as a bearer token (interface
 * specification 4).
 */
import { type Document, operationsOf } from './document.ts';

const given: readonly string[] = ['employees', 'risks'];

/** @param area name of an area, or its tag */
export function isPrescribedArea(area: string | undefined): boolean {
  return area !== undefined && given.includes(area);
}

/** Adds `x-given` of openapi.yaml to the paths and operations of these areas. Existing values are kept. */
export function addPrescribedParts(document: Document): void {
  const { servers, security, securitySchemes } = document['x-given'] ?? {};
  delete document['x-given'];
  Object.assign(document.components.securitySchemes, securitySchemes);
  for (const item of Object.values(document.paths)) {
    const operations = operationsOf(item).filter(({ tags }) => tags.some(isPrescribedArea));
    if (servers && operations.length) item.servers ??= servers;
    for (const operation of operations) if (security) operation.security ??= security;
  }
}
