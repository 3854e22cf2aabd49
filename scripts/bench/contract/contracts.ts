/**
 * The contracts for comparing contract layers: our own contract, and a synthetic one with 400 operations, which repeats the operations of
 * risks 80 times.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export interface Document {
  readonly paths: Record<string, Record<string, unknown>>;
  readonly components: Record<string, Record<string, unknown>>;
}
/** A request to a stub at some position in the document, and its expected status. */
export interface Request {
  readonly name: string;
  readonly place: 'first' | 'middle' | 'last';
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: string;
  readonly status: number;
}
export interface Contract {
  readonly name: string;
  readonly operations: number;
  /** The document and the registry that was generated from it. */
  readonly document: string;
  readonly registry: string;
  readonly requests: readonly Request[];
  /** One valid request for each operation; empty for our own contract. */
  readonly everything: readonly Request[];
}

const methods = ['get', 'put', 'post', 'delete', 'patch'];
const id = 'rsk_69a55514a70c31e85b2d9f64';
const body = {
  title: 'Laptop theft',
  description: 'A laptop with customer data is lost or stolen while its owner travels.',
  category: 'technology',
  probability: 6,
  impact: 8,
};
const { title: _title, ...untitled } = body;

export function ownContract(): Contract {
  const document = path.resolve('generated/openapi.json');
  const { paths } = read(document);
  return {
    name: 'own',
    operations: Object.values(paths)
      .flatMap((item) => Object.keys(item))
      .filter((method) => methods.includes(method)).length,
    document,
    registry: path.resolve('generated/operations.ts'),
    requests: requestsTo('/v1/risks', 'first'),
    everything: [],
  };
}

/** @param folder where the files are written @param resources with five operations each */
export function syntheticContract(folder: string, resources = 80): Contract {
  const ownDocument = read('generated/openapi.json');
  const names = Array.from({ length: resources }, (_, index) => `/v1/items-${String(index + 1).padStart(3, '0')}`);
  const paths = Object.fromEntries(
    names.flatMap((name, index) =>
      ['', '/{id}'].map((end) => [name + end, withUniqueIds(ownDocument.paths[`/v1/risks${end}`] ?? {}, index + 1)]),
    ),
  );
  const document = path.join(folder, 'openapi.json');
  writeFileSync(document, JSON.stringify({ ...ownDocument, paths, components: findReachable(paths, ownDocument.components) }));
  const registry = path.join(folder, 'operations.ts');
  execFileSync(process.execPath, ['scripts/generate-operations.ts', document, registry]);
  const nameAt = (index: number) => names.at(index) ?? '';
  return {
    name: 'synthetic',
    operations: resources * 5,
    document,
    registry,
    requests: [...requestsTo(nameAt(0), 'first'), ...requestsTo(nameAt(resources / 2), 'middle'), ...requestsTo(nameAt(-1), 'last')],
    everything: names.flatMap((name) => [...requestsTo(name, 'first').filter(({ status }) => status < 300), ...changesOf(name)]),
  };
}

function requestsTo(resource: string, place: Request['place']): Request[] {
  return [
    { name: 'GET a list', place, method: 'GET', path: `${resource}?status=open&limit=50`, status: 200 },
    { name: 'GET one', place, method: 'GET', path: `${resource}/${id}`, status: 200 },
    { name: 'POST', place, method: 'POST', path: resource, body: JSON.stringify(body), status: 201 },
    { name: 'POST, refused', place, method: 'POST', path: resource, body: JSON.stringify(untitled), status: 400 },
  ];
}

function changesOf(resource: string): Request[] {
  const [path, place] = [`${resource}/${id}`, 'first'] as const;
  return [
    { name: 'PATCH', place, method: 'PATCH', path, body: '{"impact":3}', status: 200 },
    { name: 'DELETE', place, method: 'DELETE', path, status: 200 },
  ];
}

/** The operations of a path with unique names. */
function withUniqueIds(item: Record<string, unknown>, number: number): Record<string, unknown> {
  const withNumber = (value: unknown) =>
    typeof value === 'object' && value !== null && 'operationId' in value
      ? { ...value, operationId: `${String(value.operationId)}${number}` }
      : value;
  return Object.fromEntries(Object.entries(item).map(([method, value]) => [method, withNumber(value)]));
}

/** The components that the paths refer to. */
function findReachable(paths: object, components: Document['components']): Document['components'] {
  const keptComponents: Document['components'] = { securitySchemes: { ...components.securitySchemes } };
  const reach = (value: unknown): void => {
    if (value === null || typeof value !== 'object') return;
    const [kind = '', name = ''] = '$ref' in value && typeof value.$ref === 'string' ? value.$ref.split('/').slice(-2) : [];
    const keptOfKind = (keptComponents[kind] ??= {});
    if (name !== '' && keptOfKind[name] === undefined) reach((keptOfKind[name] = components[kind]?.[name]));
    Object.values(value).forEach(reach);
  };
  reach(paths);
  delete keptComponents[''];
  return keptComponents;
}

const read = (file: string): Document => JSON.parse(readFileSync(file, 'utf8'));
