/** Puts what was added where spec/README.md has it, so that the contract reads the same whoever said something. */
import { type Document, methods } from './document.ts';

export function putInOrder({ paths }: Document): void {
  for (const [path, { servers, parameters, ...item }] of Object.entries(paths)) {
    for (const method of methods) {
      const operation = item[method];
      if (!operation) continue;
      const { operationId, tags, security, parameters: own, requestBody, responses, ...more } = operation;
      const inputs = { ...(security && { security }), ...(own && { parameters: own }), ...(requestBody && { requestBody }) };
      item[method] = { operationId, tags, ...more, ...inputs, responses };
    }
    paths[path] = { ...(servers && { servers }), ...(parameters && { parameters }), ...item };
  }
}
