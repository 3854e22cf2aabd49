/**
 * Writes generated/contract.ts: the contract for callers, with its schemas by name and its enumerations as values. Unlike api.d.ts, which
 * is for handlers, it makes properties with a default optional and leaves out what no caller reads.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import openapiTypes, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { declareErrorMembers, type ProblemKind } from './generate-contract/error-members.ts';
import { type Answer, type CallerOperation, contractForCallers, type Document, type Schema } from './generate-contract/for-callers.ts';

const contract: Document & { 'x-problems': Readonly<Record<string, ProblemKind>> } = JSON.parse(
  readFileSync('generated/openapi.json', 'utf8'),
);
const { openapi, info, paths, components } = contract;
const callerPaths = contractForCallers({ openapi, info, paths, components });
const document = JSON.stringify({ openapi, info, paths: callerPaths, components: { schemas: components.schemas } });
const nodes = (await openapiTypes(document, { defaultNonNullable: false })).filter(ts.isInterfaceDeclaration);
const typesOf = (name: string) => nodes.filter((node) => node.name.text === name);
const schemas = typesOf('components').flatMap(({ members }) => members.filter((member) => nameOf(member) === 'schemas').flatMap(membersOf));

const lists = Object.entries(callerPaths).flatMap(([path, { get }]) =>
  get?.parameters.some(({ name }) => name === 'cursor') ? [`  '${path}': ${answerOf(path, get.responses['200'])}['data'][number];\n`] : [],
);

const downloads = Object.entries(callerPaths).flatMap(([path, item]) =>
  Object.entries(item).flatMap(([method, operation]) =>
    isDownload(operation) ? [`  '${path}': '${methodOfDownload(path, method, operation)}';\n`] : [],
  ),
);

writeFileSync(
  'generated/contract.ts',
  `// Generated from generated/openapi.json by scripts/generate-contract.ts. Do not edit.

${schemas.map(declareType).join('')}
${declareErrorMembers(contract['x-problems'])}
/** The lists that come in pages: what each holds, by its path. */
export interface Lists {
${lists.join('')}}
/** The files: the method that requests each, or a link to it, by its path. */
export interface Downloads {
${downloads.join('')}}

${astToString(typesOf('paths'))}`
    .replaceAll(/components\["schemas"\]\["(\w+)"\]/g, '$1')
    .replaceAll('@description ', ''),
);

/** @returns the name of the schema of an answer */
function answerOf(path: string, answer: Answer | undefined): string {
  const name = answer?.content?.['application/json']?.schema.$ref?.split('/').at(-1);
  if (name === undefined) throw new Error(`${path}: the schema of a page has no name`);
  return name;
}

/** @returns whether an operation answers with a file, or with a link that works for some time */
function isDownload({ responses }: CallerOperation): boolean {
  return Object.entries(responses).some(
    ([status, { content = {} }]) =>
      status.startsWith('2') &&
      Object.entries(content).some(([type, { schema }]) => {
        if (type !== 'application/json') return true;
        const names = propertiesOf(schema);
        return names.includes('downloadUrl') && names.includes('expiresIn');
      }),
  );
}

/** @throws Error if the client could not know the method: it sends a POST if there is a body */
function methodOfDownload(path: string, method: string, { requestBody }: CallerOperation): string {
  if (requestBody ? method === 'post' && requestBody.required : method === 'get') return method;
  throw new Error(`${method} ${path}: a download is a GET, or a POST with a body`);
}

function propertiesOf({ $ref, properties = {}, allOf = [] }: Schema): readonly string[] {
  const resolved = $ref === undefined ? undefined : components.schemas[$ref.split('/').at(-1) ?? ''];
  return [...Object.keys(properties), ...[...allOf, ...(resolved ? [resolved] : [])].flatMap(propertiesOf)];
}

function nameOf({ name }: ts.TypeElement): string {
  if (!name || !(ts.isIdentifier(name) || ts.isStringLiteral(name))) throw new Error('a member has no name');
  return name.text;
}

function membersOf(member: ts.TypeElement): readonly ts.PropertySignature[] {
  if (!ts.isPropertySignature(member) || !member.type || !ts.isTypeLiteralNode(member.type)) throw new Error('there are no members');
  return member.type.members.filter(ts.isPropertySignature);
}

/** @returns the type declaration of a schema; an enumeration also becomes a value of the same name */
function declareType(member: ts.PropertySignature): string {
  const name = nameOf(member);
  const values = components.schemas[name]?.enum;
  const type = values ? ts.factory.createTypeReferenceNode(`(typeof ${name})[keyof typeof ${name}]`) : member.type;
  if (!type) throw new Error(`${name} has no type`);
  const alias = ts.factory.createTypeAliasDeclaration([ts.factory.createModifier(ts.SyntaxKind.ExportKeyword)], name, undefined, type);
  ts.setSyntheticLeadingComments(alias, ts.getSyntheticLeadingComments(member));
  const members = values?.map((value) => `    ${/^[a-z_]\w*$/i.test(value) ? value : `'${value}'`}: '${value}',\n`);
  return `${astToString(alias)}${members ? `export const ${name} = {\n${members.join('')}} as const;\n` : ''}`;
}
