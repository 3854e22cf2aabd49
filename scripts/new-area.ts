/**
 * Creates an area that is complete and passes all checks: six operations on one record with an enumeration, a filter and an export, from
 * contract to test. All names and options are checked before anything is written.
 */
import { globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { format, getFileInfo, resolveConfig } from 'prettier';
import { grantableScopes, resources } from '#platform/identity/roles';
import { groupFolder } from './complete-contract/areas.ts';
import { addToContents, addToEnumerations, addToHandlers } from './new-area/contents.ts';
import { type Names, namesFor, InvalidNamesError } from './new-area/names.ts';

const usage = 'npm run new-area -- <area> [--group risk-management] [--record Widget] [--prefix wgt] [--permission control]';
const migrations = 'server/platform/database/migrations';

try {
  const names = namesFor(
    parseOptions(),
    Object.keys(resources).filter((resource) =>
      ['create', 'read', 'update', 'delete'].every((action) => grantableScopes.includes(`${resource}:${action}`)),
    ),
    existingGroups(),
  );
  const conflict = findConflict(names);
  if (conflict !== undefined) throw new InvalidNamesError(conflict);
  const files = await write(names);
  console.log(`Created the area ${names.area}: ${names.many} under /v1/${names.area}, ids ${names.prefix}_…, permission ${names.permission}:…
${files.map((file) => `  ${file}`).join('\n')}
Next: npm run generate, then describe in spec/areas/${names.group}/${names.area} what is specific to the area (CONTRIBUTING.md)`);
} catch (error) {
  if (!(error instanceof InvalidNamesError)) throw error;
  console.error(`new-area: ${error.message}`);
  process.exitCode = 1;
}

function parseOptions() {
  try {
    const text = { type: 'string' } as const;
    const {
      values,
      positionals: [area, ...otherArguments],
    } = parseArgs({ allowPositionals: true, options: { group: text, record: text, prefix: text, permission: text } });
    if (area !== undefined && !otherArguments.length) return { area, ...values };
  } catch {
    // An unknown option also shows the usage.
  }
  throw new InvalidNamesError(usage);
}

/** @returns the error message if an area, a schema, a table or other ids already have one of these names */
function findConflict({ area, Record, Records, prefix, table }: Names): string | undefined {
  const contract = textsIn('spec', '.yaml');
  const tables = textsIn(migrations, '.sql');
  if (globSync(`{spec,server}/areas/*/${area}`).length || new RegExp(`^  /v1/${area}[/:]`, 'm').test(contract))
    return `"${area}" is taken: choose another name`;
  if (new RegExp(`^(${table}_not_found|${Record}(Id|Create|Update|Page|NotFound|Invalid)?|list${Records}):`, 'm').test(contract))
    return `the contract has ${Record} already: choose another name with --record`;
  if (new RegExp(`create table ${table}\\b`).test(tables))
    return `the database has a table ${table} already: choose another name with --record`;
  if (new RegExp(`\\b${prefix}_[0-9a-f…]`).test(contract) || textsIn('server', '.ts').includes(`newId('${prefix}')`))
    return `ids with ${prefix}_ are taken: choose another with --prefix`;
  return undefined;
}

/** @returns the folders of the groups of the reference */
function existingGroups(): string[] {
  return [...readFileSync('spec/openapi.yaml', 'utf8').matchAll(/^ {2}- \{ name: ([^,]+), tags: /gm)].map(([, name = '']) =>
    groupFolder(name),
  );
}

function textsIn(folder: string, extension: string): string {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith(extension));
  return names.map((name) => readFileSync(path.join(folder, name), 'utf8')).join('\n');
}

/** @returns the created and changed files */
async function write(names: Names): Promise<string[]> {
  const { area, group } = names;
  const numbers = readdirSync(migrations)
    .map((name) => Number.parseInt(name, 10))
    .filter((number) => !Number.isNaN(number));
  const newFiles: Record<string, string> = {
    [`spec/areas/${group}/${area}/paths.yaml`]: 'paths.yaml',
    [`spec/areas/${group}/${area}/schemas.yaml`]: 'schemas.yaml',
    [`spec/areas/${group}/${area}/problems.yaml`]: 'problems.yaml',
    [`spec/areas/${group}/${area}/responses.yaml`]: 'responses.yaml',
    [`spec/areas/${group}/${area}/examples.yaml`]: 'examples.yaml',
    [`spec/areas/${group}/${area}/rules.md`]: 'rules.md',
    [`${migrations}/${String(Math.max(0, ...numbers) + 1).padStart(4, '0')}_${area}.sql`]: 'migration.sql',
    [`server/areas/${group}/${area}/handlers.ts`]: 'handlers.ts.template',
    [`server/areas/${group}/${area}/queries.ts`]: 'queries.ts.template',
    [`test/areas/${group}/${area}.test.ts`]: 'area.test.ts.template',
  };
  const changedFiles = {
    'spec/openapi.yaml': addToContents,
    'server/areas/index.ts': addToHandlers,
    'scripts/generate-database/enumerations.ts': addToEnumerations,
  };
  const edits = Object.entries(changedFiles).map(([file, add]) => [file, add(readFileSync(file, 'utf8'), names)] as const);
  const texts = Object.entries(newFiles).map(([file, template]) => [file, fill(template, names)] as const);
  for (const [file, text] of [...texts, ...edits]) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, await formatFile(file, text));
  }
  return [...Object.keys(newFiles), ...Object.keys(changedFiles)];
}

/** Formats like `npm run format`, because line breaks depend on the length of the names. */
async function formatFile(file: string, text: string): Promise<string> {
  const { inferredParser } = await getFileInfo(file, { ignorePath: '.prettierignore' });
  return inferredParser ? format(text, { ...(await resolveConfig(file)), filepath: file }) : text;
}

/** Replaces `{{area}}` and the other names in a template. */
function fill(template: string, names: Names): string {
  const knownNames = new Map<string, string>(Object.entries(names));
  return readFileSync(new URL(`new-area/templates/${template}`, import.meta.url), 'utf8').replace(
    /\{\{(\w+)\}\}/g,
    (_all, name: string) => {
      const value = knownNames.get(name);
      if (value === undefined) throw new Error(`${template}: there is no name ${name}`);
      return value;
    },
  );
}
