/** Writes generated/problems.ts: the texts of each kind of error for the server and its pages. */
import { readFileSync, writeFileSync } from 'node:fs';

interface ProblemKind {
  status: number;
  error: string;
  meaning: string;
  action: string;
  example?: Record<string, unknown>;
  optional?: Record<string, { type?: string }>;
}
const [, , bundle = 'generated/openapi.json', target = 'generated/problems.ts'] = process.argv;
const document: { 'x-problems': Record<string, ProblemKind> } = JSON.parse(readFileSync(bundle, 'utf8'));
const kinds = Object.entries(document['x-problems']);

const typeOf = (value: unknown) => (Array.isArray(value) ? 'string[]' : typeof value);
const typeOfSchema = ({ type = 'object' }: { type?: string }) => (type === 'integer' ? 'number' : type);
const members = kinds.flatMap(([code, { example = {}, optional = {} }]) => {
  const ownMembers = [
    ...Object.entries(example).map(([name, value]) => `readonly ${name}: ${typeOf(value)}`),
    ...Object.entries(optional).map(([name, schema]) => `readonly ${name}?: ${typeOfSchema(schema)}`),
  ];
  return ownMembers.length ? `  readonly ${code}: { ${ownMembers.join('; ')} };` : [];
});
const lines = kinds.map(
  ([code, { status, error, meaning, action }]) =>
    `  ${code}: { status: ${status}, error: ${JSON.stringify(error)}, meaning: ${JSON.stringify(meaning)}, action: ${JSON.stringify(action)} },`,
);

writeFileSync(
  target,
  `// Generated from spec/ by scripts/generate-problems.ts. Do not edit.

/** Every kind of error: its status, its message, what it means, and what whoever gets it can do. */
export const problems = {
${lines.join('\n')}
} as const;

/** The members of an error: the values of its message, and optional others. */
export interface ProblemMembers {
${members.join('\n')}
}
`,
);
