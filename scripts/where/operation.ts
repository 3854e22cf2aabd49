/** Finds everything that belongs to one operation: its contract, its handler, the functions that it calls, its rules and its tests. */
import { globSync, readFileSync } from 'node:fs';
import { type Operation, operations } from '#generated/operations';
import { importTarget } from '../../test/support/import-target.ts';

export interface Place {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}
export interface OperationPlaces {
  readonly operation: Operation;
  readonly contract: readonly Place[];
  readonly handler: readonly Place[];
  readonly calls: readonly Place[];
  readonly rules: readonly Place[];
  readonly tests: readonly Place[];
}

/** @throws Error that lists the operations with a similar name, when the contract has none of this name */
export function findOperation(id: string): OperationPlaces {
  const operation = Object.entries<Operation>(operations).find(([name]) => name === id)?.[1];
  if (!operation) {
    const similar = Object.keys(operations).filter((name) => name.toLowerCase().includes(id.toLowerCase()));
    throw new Error(`the contract has no operation ${id}${similar.length ? `; similar: ${similar.join(', ')}` : ''}`);
  }
  const { area, path: template } = operation;
  const idPattern = new RegExp(`\\b${id}\\b`);
  const handler = placesIn(`server/areas/*/${area}/handlers{.ts,/**/*.ts}`, new RegExp(`^(?:export const |  (?:async )?)${id}(?:\\(|:)`));
  return {
    operation,
    contract: [
      ...placesIn(`spec/areas/*/${area}/paths.yaml`, new RegExp(`operationId: ${id}$`)),
      ...placesIn('spec/openapi.yaml', new RegExp(`^  ${escapePattern(template)}:`)),
    ],
    handler,
    calls: handler.flatMap(callsOf),
    rules: placesIn(`spec/areas/*/${area}/rules.md`, new RegExp(`\\b${id}\\b|\`(?:[A-Z]+ )?${escapePattern(template)}\``)),
    tests: [...firstLines(`test/areas/*/${area}{,.*}.test.ts`), ...firstInEachFile(placesIn('test/**/*.test.ts', idPattern))],
  };
}

/** @returns the first lines of the files that match, which say what the files test */
function firstLines(pattern: string): Place[] {
  return firstInEachFile(placesIn(pattern, /^\/\*\*/));
}

function firstInEachFile(places: readonly Place[]): Place[] {
  return places.filter(({ file }, index) => places.findIndex((otherPlace) => otherPlace.file === file) === index);
}

const escapePattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function placesIn(pattern: string, linePattern: RegExp): Place[] {
  return globSync(pattern)
    .sort()
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((text, index) => (linePattern.test(text) ? [{ file, line: index + 1, text: text.trim() }] : [])),
    );
}

/** @returns the declarations of the imported functions that a handler calls */
function callsOf({ file, line }: Place): Place[] {
  const source = readFileSync(file, 'utf8');
  const lines = source.split('\n');
  const indent = /^\s*/.exec(lines[line - 1] ?? '')?.[0].length ?? 0;
  const length = lines.slice(line).findIndex((text) => text.trim() !== '' && /^\s*/.exec(text)?.[0].length === indent) + 1;
  const body = lines.slice(line - 1, line + length).join('\n');
  const calledNames = new Set(Array.from(body.matchAll(/\b(\w+)\(/g), ([, name = '']) => name));
  return importsOf(source).flatMap(({ name, from: importPath }) => {
    if (!calledNames.has(name) || !/\/(queries|rules|documents|domain|runs)\b/.test(importPath)) return [];
    return placesIn(importTarget(file, importPath) ?? importPath, new RegExp(`^export (?:async )?(?:function|const) ${name}\\b`));
  });
}

function importsOf(source: string): { name: string; from: string }[] {
  return Array.from(source.matchAll(/^import \{([^}]*)\} from '([.#][^']+)';/gm)).flatMap(([, names = '', importPath = '']) =>
    names.split(',').map((name) => ({ name: name.trim().replace(/^type /, ''), from: importPath })),
  );
}
