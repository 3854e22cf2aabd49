/**
 * Makes an area that is complete and green at once: the five operations on one record, from its contract to its test.
 * What they are called and what is asked for is checked before anything is written.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { format, getFileInfo, resolveConfig } from 'prettier';
import { grantableScopes, resources } from '../server/platform/identity/roles.ts';
import { addToContents, addToHandlers } from './new-area/contents.ts';
import { type Names, namesFor, Refused } from './new-area/names.ts';

const usage = 'npm run new-area -- <area> [--record Widget] [--prefix wgt] [--permission control]';
const migrations = 'server/platform/database/migrations';

try {
  const names = namesFor(
    wanted(),
    Object.keys(resources).filter((resource) =>
      ['create', 'read', 'update', 'delete'].every((action) => grantableScopes.includes(`${resource}:${action}`)),
    ),
  );
  const taken = takenBy(names);
  if (taken !== undefined) throw new Refused(taken);
  const files = await write(names);
  console.log(`Created the area ${names.area}: ${names.many} under /v1/${names.area}, ids ${names.prefix}_…, permission ${names.permission}:…
${files.map((file) => `  ${file}`).join('\n')}
Next: npm run generate, then describe in spec/areas/${names.area} what is specific to the area (CONTRIBUTING.md)`);
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  console.error(`new-area: ${error.message}`);
  process.exitCode = 1;
}

function wanted() {
  try {
    const text = { type: 'string' } as const;
    const {
      values,
      positionals: [area, ...more],
    } = parseArgs({ allowPositionals: true, options: { record: text, prefix: text, permission: text } });
    if (area !== undefined && !more.length) return { area, ...values };
  } catch {
    // An option that there is not: the same answer.
  }
  throw new Refused(usage);
}

/** What already has one of these names, if anything has. */
function takenBy({ area, Record, Records, prefix, table }: Names): string | undefined {
  const contract = textsIn('spec', '.yaml');
  const tables = textsIn(migrations, '.sql');
  if (existsSync(`spec/areas/${area}`) || existsSync(`server/areas/${area}`) || new RegExp(`^  /v1/${area}[/:]`, 'm').test(contract))
    return `"${area}" is taken: choose another name`;
  if (new RegExp(`^(${table}_not_found|${Record}(Id|Create|Update|Page|NotFound|Invalid)?|list${Records}):`, 'm').test(contract))
    return `the contract has ${Record} already: choose another name with --record`;
  if (new RegExp(`create table ${table}\\b`).test(tables))
    return `the database has a table ${table} already: choose another name with --record`;
  if (new RegExp(`\\b${prefix}_[0-9a-f…]`).test(contract) || textsIn('server', '.ts').includes(`newId('${prefix}')`))
    return `ids with ${prefix}_ are taken: choose another with --prefix`;
  return undefined;
}

function textsIn(folder: string, extension: string): string {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith(extension));
  return names.map((name) => readFileSync(path.join(folder, name), 'utf8')).join('\n');
}

/** @returns what was made or changed */
async function write(names: Names): Promise<string[]> {
  const { area } = names;
  const numbers = readdirSync(migrations)
    .map((name) => Number.parseInt(name, 10))
    .filter((number) => !Number.isNaN(number));
  const made: Record<string, string> = {
    [`spec/areas/${area}/paths.yaml`]: 'paths.yaml',
    [`spec/areas/${area}/schemas.yaml`]: 'schemas.yaml',
    [`spec/areas/${area}/problems.yaml`]: 'problems.yaml',
    [`spec/areas/${area}/responses.yaml`]: 'responses.yaml',
    [`spec/areas/${area}/examples.yaml`]: 'examples.yaml',
    [`spec/areas/${area}/rules.md`]: 'rules.md',
    [`${migrations}/${String(Math.max(0, ...numbers) + 1).padStart(4, '0')}_${area}.sql`]: 'migration.sql',
    [`server/areas/${area}/handlers.ts`]: 'handlers.ts.template',
    [`server/areas/${area}/queries.ts`]: 'queries.ts.template',
    [`test/areas/${area}.test.ts`]: 'area.test.ts.template',
  };
  const changed = { 'spec/openapi.yaml': addToContents, 'server/areas/index.ts': addToHandlers };
  const edits = Object.entries(changed).map(([file, add]) => [file, add(readFileSync(file, 'utf8'), names)] as const);
  const texts = Object.entries(made).map(([file, template]) => [file, fill(template, names)] as const);
  for (const [file, text] of [...texts, ...edits]) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, await formatted(file, text));
  }
  return [...Object.keys(made), ...Object.keys(changed)];
}

/** As `npm run format` leaves it: how a line is broken depends on how long the names are. */
async function formatted(file: string, text: string): Promise<string> {
  const { inferredParser } = await getFileInfo(file, { ignorePath: '.prettierignore' });
  return inferredParser ? format(text, { ...(await resolveConfig(file)), filepath: file }) : text;
}

/** A template with the names where it says so: `{{area}}`. */
function fill(template: string, names: Names): string {
  const known = new Map<string, string>(Object.entries(names));
  return readFileSync(new URL(`new-area/templates/${template}`, import.meta.url), 'utf8').replace(
    /\{\{(\w+)\}\}/g,
    (_all, name: string) => {
      const value = known.get(name);
      if (value === undefined) throw new Error(`${template}: there is no name ${name}`);
      return value;
    },
  );
}
