/** Makes components of what the contract lists as shared: nothing refers to it yet, so the bundler has only put copies there. */
import type { Document } from './document.ts';

export function addShared(document: Document): void {
  const { components, 'x-shared-responses': responses, 'x-shared-schemas': schemas, 'x-shared-headers': headers } = document;
  delete document['x-shared-responses'];
  delete document['x-shared-schemas'];
  delete document['x-shared-headers'];
  components.responses = { ...local(responses), ...components.responses };
  components.schemas = { ...local(schemas), ...components.schemas };
  components.headers = { ...local(headers), ...components.headers };
}

/** In the copies, references still lead to the files of `spec/shared`, each of which is named after its kind of components. */
function local<Parts>(parts: Parts): Parts {
  return JSON.parse(JSON.stringify(parts ?? {}).replace(/"(\w+)\.yaml#\/(\w+)"/g, '"#/components/$1/$2"'));
}
