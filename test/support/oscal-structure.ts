/**
 * Checks OSCAL documents: the format of each value, the required and optional members of each object, and that every reference has a
 * target.
 */

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const token = /^[\p{L}_][\p{L}\p{N}._-]*$/u;
const line = /^\S(.*\S)?$/;
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const text = /\S/;

/** The format of a string, the members of an object, or the items of a list. Names that end in `?` are optional. Lists are never empty. */
type Rule = RegExp | { readonly [Name in string]: Rule } | readonly [Rule] | 'any';
const props = [{ name: token, value: line, 'ns?': line }] as const;
const status = { state: token };
const metadata = {
  title: line,
  'last-modified': instant,
  version: line,
  'oscal-version': /^1\.1\.2$/,
  'roles?': [{ id: token, title: line }],
  parties: [{ uuid, type: /^(organization|person)$/, name: line }],
  'remarks?': text,
} as const;
const backMatter = { resources: [{ uuid, title: line, 'description?': text, 'rlinks?': [{ href: line, 'media-type': line }] }] } as const;
const control = {
  id: token,
  class: token,
  title: line,
  props,
  parts: [{ id: token, name: token, 'prose?': text }],
} as const;
const controls = [control] as const;
const origins = [{ actors: [{ type: token, 'actor-uuid': uuid }] }] as const;
const observations = [
  { uuid, title: line, description: text, 'props?': props, methods: [/^(EXAMINE|TEST)$/], origins, collected: instant },
] as const;
const related = { 'related-observations?': [{ 'observation-uuid': uuid }], 'related-risks?': [{ 'risk-uuid': uuid }] } as const;
const component = { uuid, type: token, title: line, description: text, 'props?': props } as const;

const models: Readonly<Record<string, Rule>> = {
  catalog: { uuid, metadata, 'groups?': [{ id: token, title: line, controls }], 'controls?': controls },
  profile: {
    uuid,
    metadata,
    imports: [{ href: line, 'include-all?': 'any', 'include-controls?': [{ 'with-ids': [token] }] }],
    merge: 'any',
    'back-matter': backMatter,
  },
  'component-definition': {
    uuid,
    metadata,
    'components?': [
      {
        ...component,
        'control-implementations?': [
          { uuid, source: line, description: text, 'implemented-requirements': [{ uuid, 'control-id': token, description: text, props }] },
        ],
      },
    ],
    'back-matter': backMatter,
  },
  'system-security-plan': {
    uuid,
    metadata,
    'import-profile': { href: line },
    'system-characteristics': {
      'system-ids': [{ 'identifier-type': line, id: uuid }],
      'system-name': line,
      description: text,
      'system-information': { 'information-types': [{ uuid, title: line, description: text }] },
      status,
      'authorization-boundary': { description: text },
    },
    'system-implementation': { users: [{ uuid, title: line, 'role-ids': [token] }], components: [{ ...component, status }] },
    'control-implementation': {
      description: text,
      'implemented-requirements': [
        {
          uuid,
          'control-id': token,
          'responsible-roles': [{ 'role-id': token, 'party-uuids': [uuid] }],
          'by-components': [{ 'component-uuid': uuid, uuid, description: text, 'implementation-status': status }],
        },
      ],
    },
    'back-matter': backMatter,
  },
  'assessment-results': {
    uuid,
    metadata,
    'import-ap': { href: line },
    results: [
      {
        uuid,
        title: line,
        description: text,
        start: instant,
        end: instant,
        'reviewed-controls': { 'control-selections': [{ 'include-controls': [{ 'control-id': token }] }] },
        'observations?': observations,
        findings: [
          {
            uuid,
            title: line,
            description: text,
            target: { type: token, 'target-id': token, status: { state: /^(not-)?satisfied$/, reason: /^(pass|fail)$/ } },
            ...related,
          },
        ],
      },
    ],
    'back-matter': backMatter,
  },
  'plan-of-action-and-milestones': {
    uuid,
    metadata,
    'import-ssp': { href: line },
    'system-id': { 'identifier-type': line, id: uuid },
    'observations?': observations,
    'risks?': [
      {
        uuid,
        title: line,
        description: text,
        statement: text,
        props,
        status: token,
        'characterizations?': [{ origin: 'any', facets: [{ name: token, system: line, value: line }] }],
        'remediations?': [
          {
            uuid,
            lifecycle: token,
            title: line,
            description: text,
            'tasks?': [{ uuid, type: token, title: line, 'timing?': { 'on-date': { date: instant } } }],
          },
        ],
      },
    ],
    'poam-items': [{ uuid, title: line, description: text, 'props?': props, ...related }],
    'back-matter': backMatter,
  },
};

/** @returns the errors of a document with their paths */
export function findFaults(model: string, document: unknown): string[] {
  return [...findFormatErrors({ [model]: models[model] ?? 'any' }, document, ''), ...findReferenceErrors(document)];
}

function findFormatErrors(rule: Rule, value: unknown, path: string): string[] {
  if (rule === 'any') return [];
  if (rule instanceof RegExp) return typeof value === 'string' && rule.test(value) ? [] : [`${path}: ${JSON.stringify(value)}`];
  if (isList(rule)) {
    if (!Array.isArray(value) || value.length === 0) return [`${path} is no list of anything`];
    return value.flatMap((item, index) => findFormatErrors(rule[0], item, `${path}/${index}`));
  }
  if (typeof value !== 'object' || value === null) return [`${path} is no object`];
  const fields = new Map<string, unknown>(Object.entries(value));
  const unknown = [...fields.keys()].filter((name) => !(name in rule) && !(`${name}?` in rule));
  return [
    ...unknown.map((name) => `${path}/${name} is unknown`),
    ...Object.entries(rule).flatMap(([key, memberRule]) => {
      const name = key.replace(/\?$/, '');
      if (fields.has(name)) return findFormatErrors(memberRule, fields.get(name), `${path}/${name}`);
      return key.endsWith('?') ? [] : [`${path}/${name} is missing`];
    }),
  ];
}

function isList(rule: Rule): rule is readonly [Rule] {
  return Array.isArray(rule);
}

/** @returns the ids that are not unique, and the references within the document that have no target */
function findReferenceErrors(document: unknown): string[] {
  const ownIds: string[] = [];
  const usedIds: string[] = [];
  walk(document, (name, value) => {
    if (name === 'uuid' || name === 'id') ownIds.push(value);
    else if (name.endsWith('-uuid') || name === 'party-uuids' || name === 'role-ids' || name === 'role-id') usedIds.push(value);
    else if ((name === 'href' || name === 'source') && value.startsWith('#')) usedIds.push(value.slice(1));
  });
  const knownIds = new Set(ownIds);
  const repeated = ownIds.filter((id, index) => ownIds.indexOf(id) !== index);
  return [...repeated.map((id) => `${id} is used twice`), ...usedIds.filter((id) => !knownIds.has(id)).map((id) => `${id} is nowhere`)];
}

function walk(value: unknown, visit: (name: string, value: string) => void, name = ''): void {
  if (typeof value === 'string') visit(name, value);
  else if (Array.isArray(value)) for (const item of value) walk(item, visit, name);
  else if (typeof value === 'object' && value !== null) for (const [key, member] of Object.entries(value)) walk(member, visit, key);
}
