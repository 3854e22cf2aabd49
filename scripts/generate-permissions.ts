/** Writes generated/permissions.ts: what a caller needs for each operation, for the client. */
import { readFileSync, writeFileSync } from 'node:fs';

interface Operation {
  readonly operationId: string;
  readonly security?: readonly object[];
  readonly 'x-permission'?: unknown;
  readonly 'x-requires-session'?: boolean;
}
const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;
interface Document {
  readonly paths: Readonly<Record<string, Partial<Record<(typeof methods)[number], Operation>>>>;
}
const { paths }: Document = JSON.parse(readFileSync('generated/openapi.json', 'utf8'));
const operations = Object.values(paths)
  .flatMap((item) => methods.flatMap((method) => item[method] ?? []))
  .toSorted((one, other) => (one.operationId < other.operationId ? -1 : 1));

const required = operations.map(
  ({ operationId, 'x-permission': permission = 'public' }) => `  ${operationId}: ${JSON.stringify(permission)},\n`,
);
const inPerson = operations.filter((operation) => operation['x-requires-session']).map(({ operationId }) => `  '${operationId}',\n`);
writeFileSync(
  'generated/permissions.ts',
  `// Generated from generated/openapi.json by scripts/generate-permissions.ts. Do not edit.

/**
 * One permission; a list of permissions that are all required; a list of which one suffices; a permission that depends on the kind of the
 * record; \`authenticated\` for any caller with a credential; or \`public\`.
 */
export type Permission = string | readonly string[] | { readonly anyOf: readonly string[] } | { readonly byRecord: string };

export type OperationId =
${operations.map(({ operationId }) => `  | '${operationId}'`).join('\n')};

/** What a caller needs for each operation. */
export const requires: Readonly<Record<OperationId, Permission>> = {
${required.join('')}};

/** Operations in which a person acts: an API key is refused, whatever its scopes. */
export const requiresSession: readonly OperationId[] = [
${inPerson.join('')}];
`,
);
