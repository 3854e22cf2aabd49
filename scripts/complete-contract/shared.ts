/** Turns the shared parts of the contract into components. Nothing refers to them yet, so the bundler has only copied them. */
import type { Document } from './document.ts';

export function addShared(document: Document): void {
  const { components, 'x-shared-responses': responses, 'x-shared-schemas': schemas, 'x-shared-headers': headers } = document;
  const { 'x-shared-parameters': parameters } = document;
  delete document['x-shared-parameters'];
  delete document['x-shared-responses'];
  delete document['x-shared-schemas'];
  delete document['x-shared-headers'];
  components.parameters = { ...local('parameters', parameters), ...components.parameters };
  components.responses = { ...local('responses', responses), ...components.responses };
  components.schemas = { ...local('schemas', schemas), ...components.schemas };
  components.headers = { ...local('headers', headers), ...components.headers };
}

/**
 * Adjusts references in the copies, which still point within and between the files of `spec/shared`. Each file is named after its kind of
 * components.
 */
export function local<Parts>(kind: string, parts: Parts): Parts {
  const text = JSON.stringify(parts ?? {}).replace(/"#\/(\w+)"/g, `"#/components/${kind}/$1"`);
  return JSON.parse(text.replace(/"(\w+)\.yaml#\/(\w+)"/g, '"#/components/$1/$2"'));
}
