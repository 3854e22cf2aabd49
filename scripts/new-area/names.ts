/** Derives all names of an area and its record. */
import { Script } from 'node:vm';

export type Names = ReturnType<typeof namesFor>;

/** The reason why such an area is impossible, in one line for the user. */
export class InvalidNamesError extends Error {}

export interface AreaOptions {
  readonly area: string;
  /** The folder of an existing group of the reference. Without this option, a new group is created for the area. */
  readonly group?: string | undefined;
  readonly record?: string | undefined;
  readonly prefix?: string | undefined;
  readonly permission?: string | undefined;
}

/**
 * @param permissions resources that can be created, read, updated and deleted @param groups folders of existing groups
 * @throws InvalidNamesError
 */
export function namesFor(
  { area, group, record: recordName, prefix, permission }: AreaOptions,
  permissions: readonly string[],
  groups: readonly string[],
) {
  if (group !== undefined && !groups.includes(group))
    throw new InvalidNamesError(`"${group}" is not a group of areas: choose one of ${groups.join(', ')}, or leave it out`);
  if (!/^[a-z]+(-[a-z]+)*$/.test(area) || area.length > 30)
    throw new InvalidNamesError(
      `"${area}" is not a name for an area: use at most 30 lower-case letters, with hyphens between words, such as internal-audits`,
    );
  const singular = recordName ?? singularOf(pascal(area));
  if (singular === undefined)
    throw new InvalidNamesError(`"${area}" does not tell the name of one record: add --record, such as --record Widget`);
  if (!/^([A-Z][a-z]+)+$/.test(singular) || singular.length > 30)
    throw new InvalidNamesError(
      `"${singular}" is not a name for a record: use at most 30 letters, each word with a capital, such as AuditProgram`,
    );
  const plural = recordName === undefined ? pascal(area) : pluralOf(singular);
  const names = {
    area,
    group: group ?? area,
    areaKey: camel(pascal(area)),
    areaTitle: sentence(pascal(area)),
    Record: singular,
    Records: plural,
    record: camel(singular),
    records: camel(plural),
    one: words(singular),
    One: sentence(singular),
    aOne: `${articleOf(singular)} ${words(singular)}`,
    AOne: `${articleOf(singular) === 'an' ? 'An' : 'A'} ${words(singular)}`,
    many: words(plural),
    table: words(singular).replaceAll(' ', '_'),
    prefix: prefix ?? prefixOf(singular),
    permission: permission ?? (permissions.includes(camel(singular)) ? camel(singular) : 'control'),
  };
  for (const name of [names.areaKey, names.record, names.records])
    if (!isFree(name)) throw new InvalidNamesError(`"${name}" is reserved in TypeScript: choose another name`);
  if (sqlWords.includes(names.table)) throw new InvalidNamesError(`"${names.table}" is reserved in SQL: choose another name with --record`);
  if (!/^[a-z]{2,5}(_[a-z]{2,4})?$/.test(names.prefix))
    throw new InvalidNamesError(`"${names.prefix}" is not a prefix for ids: use two to five lower-case letters, such as wgt`);
  if (!permissions.includes(names.permission))
    throw new InvalidNamesError(
      `"${names.permission}" is not a permission with create, read, update and delete: choose one of ${permissions.join(', ')}`,
    );
  return names;
}

const pascal = (kebab: string) => kebab.replace(/(^|-)([a-z])/g, (_all, _hyphen, letter: string) => letter.toUpperCase());
const camel = (name: string) => name.charAt(0).toLowerCase() + name.slice(1);
const wordsIn = (name: string) => (name.match(/[A-Z][a-z]*/g) ?? []).map((word) => word.toLowerCase());
const words = (name: string) => wordsIn(name).join(' ');
const sentence = (name: string) => words(name).replace(/^./, (letter) => letter.toUpperCase());
const articleOf = (name: string) => (/^([AEIO]|U(?!ni|s))/.test(name) ? 'an' : 'a');

/** @returns undefined when the name is not a plural */
function singularOf(name: string): string | undefined {
  if (/[^aeiou]ies$/.test(name)) return `${name.slice(0, -3)}y`;
  if (/(ss|x|ch|sh)es$/.test(name)) return name.slice(0, -2);
  return /[^su]s$/.test(name) ? name.slice(0, -1) : undefined;
}
function pluralOf(name: string): string {
  if (/[^aeiou]y$/.test(name)) return `${name.slice(0, -1)}ies`;
  return /(s|x|ch|sh)$/.test(name) ? `${name}es` : `${name}s`;
}

/** The first letters of the words, then the consonants of the last one: Widget → wdg, AuditProgram → apr. */
function prefixOf(name: string): string {
  const parts = wordsIn(name);
  const lastWord = parts.pop() ?? '';
  return (parts.map((word) => word.charAt(0)).join('') + lastWord.charAt(0) + lastWord.slice(1).replace(/[aeiou]/g, '')).slice(0, 3);
}

/** Whether the templates can use this name for a variable: TypeScript does not reserve it, and they do not use it for another one. */
function isFree(name: string): boolean {
  try {
    new Script(`'use strict'; const ${name} = 0;`);
  } catch {
    return false;
  }
  return ![
    'all',
    'answer',
    'app',
    'at',
    'audit',
    'body',
    'call',
    'changed',
    'columns',
    'created',
    'db',
    'expect',
    'exported',
    'fields',
    'filter',
    'handlers',
    'listed',
    'log',
    'organization',
    'page',
    'path',
    'refusal',
    'sql',
    'status',
    'test',
    'url',
  ].includes(name);
}

/** Reserved words of PostgreSQL that could be the name of a record. */
const sqlWords = [
  'analyse',
  'array',
  'authorization',
  'binary',
  'case',
  'cast',
  'check',
  'collation',
  'column',
  'constraint',
  'default',
  'end',
  'fetch',
  'grant',
  'group',
  'limit',
  'offset',
  'order',
  'references',
  'select',
  'table',
  'union',
  'user',
  'verbose',
  'window',
];
