/** Finds the operations that read the record that a change returns. */
import { type Document, type Operation, resolveParameter } from './document.ts';

/**
 * @returns the GETs that support If-None-Match and answer with the same schema: at the same path, at a parent, or, for created records,
 * below the path
 */
export function readsOfRecord(document: Document, path: string, change: Operation, status: string): Operation[] {
  const schema = schemaRefOf(change, status);
  if (schema === undefined) return [];
  return Object.entries(document.paths).flatMap(([other, { get }]) => {
    if (!get || get === change || schemaRefOf(get, '200') !== schema || !takesParameter(document, get, 'If-None-Match')) return [];
    const isNear = status === '201' ? other.startsWith(`${path}/{`) && other.endsWith('}') : path === other || path.startsWith(`${other}/`);
    return isNear ? [get] : [];
  });
}

export function takesParameter(document: Document, { parameters }: Operation, name: string): boolean {
  return (parameters ?? []).some((parameter) => resolveParameter(document, parameter).name === name);
}

function schemaRefOf({ responses }: Operation, status: string): string | undefined {
  return responses[status]?.content?.['application/json']?.schema?.$ref;
}
