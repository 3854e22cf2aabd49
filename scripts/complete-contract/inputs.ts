/** Adds the parameters that every operation of a kind takes. Parameters of the source come first and are not added again. */
import { type Document, type Operation, operationsOf, type Parameter, type PathItem, resolveParameter, schemaOf } from './document.ts';
import { isOptionalBody } from './optional-body.ts';
import { versionMemberOf } from './versions.ts';

export function addInputs(document: Document): void {
  const takes = (parameters: readonly Parameter[] | undefined, name: string) =>
    (parameters ?? []).some((parameter) => resolveParameter(document, parameter).name === name);
  const add = (target: Operation | PathItem, ...names: string[]) => {
    const existingNames = names.filter((name) => document.components.parameters[name]);
    const missingNames = existingNames.filter((name) => !takes(target.parameters, resolveParameter(document, refTo(name)).name ?? ''));
    if (missingNames.length) target.parameters = [...(target.parameters ?? []), ...missingNames.map(refTo)];
  };
  for (const [path, item] of Object.entries(document.paths)) {
    if (operationsOf(item).some(takesOrganization)) add(item, 'OrganizationId');
    // These reads return one record by its id, not a file. Reads by a token are excluded, because no change names its record by a
    // token.
    if (item.get?.operationId.startsWith('get') && path.endsWith('}') && answersJson(item.get) && !path.includes('{token}'))
      add(item.get, 'IfNoneMatch');
    if (item.get && isPage(document, item.get)) add(item.get, 'Limit', 'Cursor', 'Count');
    // Idempotent answers are stored with the organization of the credential. Operations on an account, which may have several
    // organizations, take no key.
    if (item.post && item.post['x-permission'] !== 'public' && !item.post['x-organization']) add(item.post, 'IdempotencyKey');
    const changes = [item.put, item.patch, item.delete].filter((change) => change !== undefined);
    const isCompared = takes(item.get?.parameters, 'If-None-Match') || changes.some((change) => answersVersion(document, change));
    for (const change of changes) if (isCompared || change['x-if-match'] !== undefined) add(change, 'IfMatch');
    for (const operation of operationsOf(item)) {
      if (takes(operation.parameters, 'sortBy') && !takes(operation.parameters, 'sortOrder')) addSortOrder(document, operation);
      const { requestBody } = operation;
      if (requestBody) operation.requestBody = { required: !isOptionalBody(document, requestBody), ...requestBody };
    }
  }
}

function takesOrganization({ 'x-permission': permission, 'x-organization': organization }: Operation): boolean {
  return permission !== 'public' && (organization === undefined || organization === 'optional');
}

/** Whether a change answers the record with its version, which clients also know from its list. */
function answersVersion(document: Document, { responses }: Operation): boolean {
  return versionMemberOf(document, schemaOf(document, responses['200'])) !== undefined;
}

const refTo = (name: string): Parameter => ({ $ref: `#/components/parameters/${name}` });

/** Inserts the parameter `sortOrder` after the parameter `sortBy`, whose direction it sets. */
function addSortOrder(document: Document, operation: Operation): void {
  operation.parameters = (operation.parameters ?? []).flatMap((parameter) =>
    resolveParameter(document, parameter).name === 'sortBy' ? [parameter, refTo('SortOrder')] : [parameter],
  );
}

/** Whether the answer is a page of a list, with a cursor to the next page. */
function isPage(document: Document, { responses }: Operation): boolean {
  return schemaOf(document, responses['200'])?.properties?.nextCursor !== undefined;
}

/** Whether the answer is JSON. A file that is created for each request has no version to compare. */
const answersJson = ({ responses }: Operation): boolean => {
  const { content } = responses['200'] ?? {};
  return content === undefined || 'application/json' in content;
};
