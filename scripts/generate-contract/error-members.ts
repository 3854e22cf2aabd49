/** Declares the members that errors have beside their message, code and details. */

/** The part of a kind of error that says which members it has: those in `example` always, those in `optional` sometimes. */
export interface ProblemKind {
  readonly example?: Readonly<Record<string, unknown>>;
  readonly optional?: Readonly<Record<string, { readonly type?: string; readonly $ref?: string }>>;
}

/** @returns an interface with the members of all kinds of errors, each optional because an error has only those of its code */
export function declareErrorMembers(kinds: Readonly<Record<string, ProblemKind>>): string {
  const types = Object.values(kinds).flatMap(({ example = {}, optional = {} }) => [
    ...Object.entries(example).map(([name, value]) => [name, Array.isArray(value) ? 'string[]' : typeof value] as const),
    ...Object.entries(optional).map(([name, { type = '', $ref = '' }]) => [name, typeOf(type, $ref)] as const),
  ]);
  const typesByName = Map.groupBy(types.toSorted(), ([name]) => name);
  const members = [...typesByName].map(
    ([name, entries]) => `  readonly ${name}?: ${[...new Set(entries.map(([, type]) => type))].join(' | ')};\n`,
  );
  return `/** What an error says beside its message, by its code: \`version\` of \`record_changed\`, \`permissions\` of \`missing_permission\`. */
export interface ErrorMembers {
${members.join('')}}`;
}

function typeOf(type: string, $ref: string): string {
  if ($ref !== '') return $ref.split('/').at(-1) ?? '';
  return type === 'integer' ? 'number' : type;
}
