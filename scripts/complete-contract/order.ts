/** Sorts added parts into the order of spec/README.md, so that the contract reads the same wherever a part comes from. */
import { type Document, methods } from './document.ts';

export function sortParts({ paths }: Document): void {
  for (const [path, { servers, parameters, ...item }] of Object.entries(paths)) {
    for (const method of methods) {
      const operation = item[method];
      if (!operation) continue;
      const { operationId, tags, security, parameters: ownParameters, requestBody, responses, ...otherParts } = operation;
      const inputs = {
        ...(security && { security }),
        ...(ownParameters && { parameters: ownParameters }),
        ...(requestBody && { requestBody }),
      };
      item[method] = { operationId, tags, ...otherParts, ...inputs, responses };
    }
    paths[path] = { ...(servers && { servers }), ...(parameters && { parameters }), ...item };
  }
}
