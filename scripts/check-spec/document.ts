/** The completed contract as data, with functions to navigate it. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Reports a fault: the rule that is broken, where, and how. */
export type Fault = (rule: string, where: string, what: string) => void;

export type Contract = ReturnType<typeof parseContract>;

/** These functions take a value that may be missing or of another type; they then return false, undefined or an empty value. */
export const isObject = (value: Json | undefined): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const own = (value: Json | undefined, key: string) =>
  isObject(value) && Object.hasOwn(value, key) ? value[key] : Array.isArray(value) ? value[Number(key)] : undefined;
export const entries = (value: Json | undefined) => (isObject(value) ? Object.entries(value) : []);
export const list = (value: Json | undefined) => (Array.isArray(value) ? value : []);
export const text = (value: Json | undefined) => (typeof value === 'string' ? value : '');

const methods = ['get', 'post', 'put', 'patch', 'delete'];
const tokens = (pointer: string) =>
  pointer
    .slice(2)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));

/** @param folder with the source files of the document */
export function parseContract(document: Json, folder: string) {
  /** Navigates into a value of the document by its keys and follows references. Returns undefined where nothing exists. */
  function at(value: Json | undefined, ...keys: string[]): Json | undefined {
    let target = keys.reduce((inner, key) => own(at(inner), key), value);
    for (let ref = own(target, '$ref'); typeof ref === 'string'; ref = own(target, '$ref')) target = tokens(ref).reduce(own, document);
    return target;
  }
  const operations = entries(own(document, 'paths')).flatMap(([path, item]) =>
    methods
      .filter((method) => own(item, method))
      .map((method) => {
        const operation = own(item, method);
        const parameters = [...list(own(item, 'parameters')), ...list(own(operation, 'parameters'))].map((parameter) => at(parameter));
        return {
          path,
          method,
          operation,
          parameters,
          id: text(own(operation, 'operationId')),
          has: (name: string) => parameters.some((parameter) => own(parameter, 'name') === name),
        };
      }),
  );
  return { document, folder, operations, at };
}
