/**
 * Adds what every operation of a kind takes. What an operation takes by itself comes first and stays, so a parameter that it names is not
 * added a second time.
 */
import { type Document, type Operation, operationsOf, type Parameter, type PathItem, resolved, schemaOf } from './document.ts';

export function addInputs(document: Document): void {
  const takes = (parameters: readonly Parameter[] | undefined, name: string) =>
    (parameters ?? []).some((parameter) => resolved(document, parameter).name === name);
  const add = (to: Operation | PathItem, ...names: string[]) => {
    const wanted = names.filter((name) => document.components.parameters[name]);
    const missing = wanted.filter((name) => !takes(to.parameters, resolved(document, refTo(name)).name ?? ''));
    if (missing.length) to.parameters = [...(to.parameters ?? []), ...missing.map(refTo)];
  };
  for (const [path, item] of Object.entries(document.paths)) {
    if (operationsOf(item).some((operation) => operation['x-permission'] !== 'public' && !operation['x-organization']))
      add(item, 'OrganizationId');
    // One record, by its id; a file is none.
    // What is found by a token is no record that a change could name.
    if (item.get?.operationId.startsWith('get') && path.endsWith('}') && answersJson(item.get) && !path.includes('{token}'))
      add(item.get, 'IfNoneMatch');
    if (item.get && isPage(document, item.get)) add(item.get, 'Limit', 'Cursor', 'Count');
    // Answers are stored with the organization of a credential, and an account has several.
    if (item.post && item.post['x-permission'] !== 'public' && !item.post['x-organization']) add(item.post, 'IdempotencyKey');
    for (const change of [item.put, item.patch, item.delete])
      if (change && takes(item.get?.parameters, 'If-None-Match')) add(change, 'IfMatch');
    for (const operation of operationsOf(item)) {
      if (takes(operation.parameters, 'sortBy') && !takes(operation.parameters, 'sortOrder')) addSortOrder(document, operation);
      if (operation.requestBody) operation.requestBody = { required: true, ...operation.requestBody };
    }
  }
}

const refTo = (name: string): Parameter => ({ $ref: `#/components/parameters/${name}` });

/** Behind what it is the direction of. */
function addSortOrder(document: Document, operation: Operation): void {
  operation.parameters = (operation.parameters ?? []).flatMap((parameter) =>
    resolved(document, parameter).name === 'sortBy' ? [parameter, refTo('SortOrder')] : [parameter],
  );
}

/** Whether it answers one page of several, which names the next one. */
function isPage(document: Document, { responses }: Operation): boolean {
  return schemaOf(document, responses['200'])?.properties?.nextCursor !== undefined;
}

/** A file that is made for a request has no version to compare. */
const answersJson = ({ responses }: Operation): boolean => {
  const { content } = responses['200'] ?? {};
  return content === undefined || 'application/json' in content;
};
