/** Breaks a copy of spec/ once for each rule and looks whether the rule notices: a rule that never fires guards nothing. `npm run prove -- word` tries only the rules whose name holds the word. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import type { Break } from './prove-rules/break.ts';
import { checkedWorkflows, lintedWorkflows } from './prove-rules/workflows.ts';

const [risks, schemas, responses, examples, root] = [
  'areas/risks/paths.yaml',
  'areas/risks/schemas.yaml',
  'areas/risks/responses.yaml',
  'areas/risks/examples.yaml',
  'openapi.yaml',
];

// Two schemas of one name, both in use.
const roles = 'areas/roles/schemas.yaml';
const clash = /^([\s\S]*?\n)( +compliance:)/;
const second = "RiskStatus: { type: integer, description: Another. }\n$1    risk: { $ref: '#/RiskStatus' }\n$2";

const problems = 'areas/roles/problems.yaml';

/** Seen by redocly: the name of the rule stands in its output. */
const linted: Break[] = [
  ['struct', risks, 'operationId: listRisks', 'operationIdd: listRisks'],
  ['no-unresolved-refs', risks, 'examples.yaml#/listRisksNone', 'examples.yaml#/none'],
  ['component-name-unique', roles, clash, second],
  ['no-invalid-media-type-examples', examples, 'probability: 6', 'probability: 60'],
  ['no-invalid-parameter-examples', risks, 'example: [open, pending]', 'example: [new]'],
  ['no-required-schema-properties-undefined', schemas, 'required: [organizationId]', 'required: [organization]'],
  [
    'operation-description',
    risks,
    '    description: Lists the acceptances of a risk, newest first. Whether an acceptance is stale is computed on each read.\n',
    '',
  ],
  ['operation-summary', risks, '    summary: List risks\n', ''],
  ['operation-operationId', risks, '    operationId: listRisks\n', ''],
  ['operation-operationId-unique', risks, 'operationId: getRiskStats', 'operationId: getRisk'],
  ['tag-description', root, / {4}description: \|\n {6}The risk register[\s\S]*?remaining risk\.\n/, ''],
  ['path-params-defined', risks, "  parameters: [{ $ref: '#/RiskId' }]\n", ''],
  ['path-http-verbs-order', risks, /( {2}patch:\n[\s\S]*?)( {2}delete:\n[\s\S]*?)\nratingBands:/, '$2$1\nratingBands:'],
  ['paths-kebab-case', root, '/v1/risks/stats/by-assignee', '/v1/risks/stats/byAssignee'],
  ['parameter-description', risks, '        description: Filters by status.\n', ''],
  [
    'request-mime-type',
    risks,
    'requestBody:\n      content:\n        application/json',
    'requestBody:\n      content:\n        text/plain',
  ],
  [
    'response-mime-type',
    risks,
    'description: The statistics.\n        content:\n          application/json',
    'description: The statistics.\n        content:\n          text/html',
  ],
  ['security-defined', root, 'security: [{ apiKey: [] }', 'security: [{ key: [] }'],
  ['no-unused-components', root, 'components:\n', 'components:\n  schemas: { Nobody: { type: string } }\n'],
  ['no-server-trailing-slash', root, "- url: '{base_url}'", "- url: '{base_url}/'"],
  ['no-undefined-server-variable', root, "- url: '{base_url}'", "- url: '{host}'"],
  ['no-identical-paths', root, '/v1/risks/{id}/tasks', '/v1/risks/{riskId}'],
  ['operation-2xx-response', risks, "'200':\n        description: The risk.", "'299x':\n        description: The risk."],
  ['info-license-strict', root, '{ name: MIT, identifier: MIT }', '{ name: MIT }'],
  ['rule/verb-get', risks, 'operationId: listRisks\n', 'operationId: fetchRisks\n'],
  ['rule/verb-post', risks, 'operationId: createRisk\n', 'operationId: updateRiskNow\n'],
  ['rule/verb-put', risks, 'operationId: replaceRiskTasks', 'operationId: createRiskTasks'],
  ['rule/verb-patch', risks, 'operationId: updateRisk\n', 'operationId: changeRisk\n'],
  ['rule/verb-delete', risks, 'operationId: deleteRisk\n', 'operationId: dropRisk\n'],
  ['rule/summary-form', risks, 'summary: List risks', 'summary: List Risks.'],
  [
    'rule/description-form',
    risks,
    'description: Lists the acceptances of a risk, newest first. Whether an acceptance is stale is computed on each read.',
    'description: newest first',
  ],
  ['rule/permission-and-provenance', risks, '    x-permission: risk:read\n', ''],
  ['rule/permission-and-provenance', risks, /    x-provenance: .*\n/, ''],
  ['rule/permission-form', risks, 'x-permission: risk:read', 'x-permission: risk'],
  ['rule/example-of-media', risks, '            examples:\n              register: { $ref: examples.yaml#/getRiskStats }\n', ''],
  ['rule/example-of-parameter', risks, '        example: ransom\n', ''],
];

/** Seen by check-spec: the name stands in brackets behind the fault. */
const checked: Break[] = [
  ['permission', risks, 'x-permission: risk:read', 'x-permission: risk:create2'],
  ['permission', risks, 'x-permission: risk:read', 'x-permission: { byRecord: look }'],
  ['public', risks, 'x-permission: risk:read', 'x-permission: public'],
  ['provenance', risks, "x-provenance: { given: '4.4',", "x-provenance: { given: 'section 4',"],
  ['provenance', risks, "x-provenance: { given: '4.4',", "x-provenance: { source: '4.4',"],
  ['sunset', risks, 'summary: List risks', 'deprecated: true\n    summary: List risks'],
  [
    'sunset',
    risks,
    'summary: List risks',
    'deprecated: true\n    x-deprecated: 2026-12-01\n    x-sunset: 2027-11-30\n    summary: List risks',
  ],
  [
    'sunset',
    risks,
    'summary: List risks',
    'deprecated: true\n    x-deprecated: 2026-12-01\n    x-sunset: 2027-12-32\n    summary: List risks',
  ],
  ['sunset', risks, 'summary: List risks', 'x-sunset: 2027-12-01\n    summary: List risks'],
  [
    'sunset',
    risks,
    '        description: Filters by status.\n',
    '        description: Filters by status.\n        deprecated: true\n        x-sunset: 2027-12-01\n',
  ],
  [
    'sunset',
    schemas,
    "id: { type: string, description: 'Id of the risk",
    "id: { type: string, deprecated: true, description: 'Id of the risk",
  ],
  [
    'status',
    risks,
    "      '200':\n        description: The statistics.",
    "      '413': { description: Nothing is sent. }\n      '200':\n        description: The statistics.",
  ],
  ['status', root, '  NotModified: { $ref: shared/responses.yaml#/NotModified }\n', ''],
  ['idempotency', root, '  IdempotencyKey: { $ref: shared/parameters.yaml#/IdempotencyKey }\n', ''],
  ['etag', root, '  ETag: { $ref: shared/headers.yaml#/ETag }\n', ''],
  ['organization', root, '  OrganizationId: { $ref: shared/parameters.yaml#/OrganizationId }\n', ''],
  ['paging', root, '  Link: { $ref: shared/headers.yaml#/Link }\n', ''],
  ['header', root, '  Location: { $ref: shared/headers.yaml#/Location }\n', ''],
  ['example', examples, "createdAt: '2026-03-02T09:15:00.000Z'", "createdAt: '2 March 2026'"],
  ['example', examples, 'email: ada.marsh@example.com', 'email: ada.marsh'],
  ['example', examples, 'department: it\n', 'departement: it\n'],
  ['example', risks, 'example: [open, pending]', 'example: [new]'],
  ['text', responses, 'fetchFailed: Failed to fetch risks', 'fetchFailed: Oops'],
  ['details', responses, /details: \{ status: .*? \}/, 'error: Validation failed'],
  ['errors', risks, 'x-problems: [risk_not_assigned, risk_not_found]', 'x-problems: [risk_not_assigned]'],
  ['shown', 'areas/roles/responses.yaml', 'reservedName: {', 'reservedName: { code: role_exists,'],
  ['code', problems, 'role_in_use:', 'roleInUse:'],
  ['sentence', problems, 'meaning: Another role of the organization has this name.', 'meaning: taken'],
  ['sentence', problems, 'error: Role already exists', 'error: Role already exists.'],
  ['members', problems, 'example: { members: 2, invitations: 1 }', 'example: { members: 2 }'],
  ['members', problems, /\{limit\}(.*\n.*\n.*\n {2}example: \{ )limit/, '{title}$1title'],
  ['unused', 'areas/roles/paths.yaml', '[role_not_found, obligations_fixed]', '[role_not_found]'],
  ['session', risks, 'x-requires-session: true', 'x-requires-session: false'],
  ['twin', schemas, /^TreatmentType:(.*)\n([\s\S]*?'#\/)TreatmentType'/m, "TreatmentType:$1\nTreatmentKind:$1\n$2TreatmentKind'"],
  ['repeated', root, /- name: roles\n(?:.*\n)*? {4}description: \|\n/, '$&      The risk register.\n'],
  ['pointer', 'areas/roles/rules.md', 'Settings for the obligations', 'As rule 3 says, settings for the obligations'],
  ['closed', schemas, 'description: A new risk.\n', 'description: A new risk.\n  additionalProperties: true\n'],
  ['closed', schemas, "  allOf: [{ $ref: '#/RiskCore' }]\n", "  allOf: [{ $ref: '#/RiskCore' }]\n  unevaluatedProperties: true\n"],
  ['linear', schemas, 'maxLength: 20000, pattern: \\S', "maxLength: 20000, pattern: '^([A-Za-z]{1,20} ?){1,50}$'"],
  ['described', schemas, "id: { type: string, description: 'Id of the risk, `rsk_…`.' }", 'id: { type: string }'],
  ['described', schemas, '  description: A new acceptance.\n', ''],
  [
    'update',
    schemas,
    "type: { $ref: '#/TreatmentType', description: 'The strategy",
    "type: { $ref: '#/TreatmentType', default: mitigate, description: 'The strategy",
  ],
  ['bounded', schemas, '      uniqueItems: true\n      maxItems: 200\n', ''],
  ['discriminator', 'areas/organization/schemas.yaml', '  oneOf:', '  discriminator: { propertyName: fileName }\n  oneOf:'],
  ['closed', 'areas/audit-logs/schemas.yaml', 'additionalProperties: true # the one', 'minProperties: 0 # the one'],
  ['summary', risks, 'summary: Get a risk\n', 'summary: List risks\n'],
  ['sentence', risks, 'Lists the risks of every status', 'Returns the risks of every status'],
  ['sentence', risks, /description: Returns a risk with (.*)\.\n/, 'description: A risk with $1\n'],
  ['titled', examples, 'listRisksNone:\n  summary: No matching risks\n', 'listRisksNone:\n'],
  ['spelling', schemas, 'description: A new risk.\n', 'description: A new risk of the catalogue.\n'],
  ['area', risks, 'operationId: listRisks\n', 'operationId: listRisks\n    tags: [roles]\n'],
  ['area', risks, 'operationId: listRisks\n', 'operationId: listRisks\n    tags: [risks, roles]\n'],
  ['tag', root, 'tags: [audit-logs] }', 'tags: [] }'],
  ['ambiguous', root, '/v1/risks/stats/by-department', '/v1/roles/built-in/admin/{name}'],
  ['line', risks, 'description: All matching risks', `description: ${'All matching risks, and again '.repeat(8)}`],
  ['word', schemas, "id: { type: string, description: 'Id of the risk", "id: { type: integer, description: 'Id of the risk"],
  ['verb', risks, 'operationId: replaceRiskTasks', 'operationId: setRiskTasks'],
  ['window', 'areas/audit-logs/paths.yaml', 'name: timestampAfter', 'name: timeAfter'],
  ['widens', 'areas/organization/paths.yaml', /(name: includeRevoked[\s\S]*?default: )false/, '$1true'],
  ['search', 'areas/audit-logs/paths.yaml', 'name: search', 'name: text'],
  ['nullable', schemas, 'enum: [very_low, low, medium, high, very_high]', 'enum: [very_low, low, medium, high, very_high, null]'],
  ['snake', schemas, 'enum: [very_low, low, medium, high, very_high]', 'enum: [very_low, low, medium, high, very-high]'],
  ['path-name', root, '/v1/risks/{id}/acceptances', '/v1/risks/{riskId}/acceptances'],
  ['list', roles, /(RoleList:[\s\S]*?properties:\n {4})data:/, '$1roles:'],
  ['exception', 'areas/audit-logs/paths.yaml', 'name: pathContains', 'name: pathPart'],
  ['unused', responses, 'RiskDeleteFailed:', 'RiskDropFailed: { description: Nobody refers to this. }\nRiskDeleteFailed:'],
];
/** Refused by the bundler itself. */
const bundled: Break[] = [['Two schemas are referenced with the same name', roles, clash, second]];

async function run(...[program = '', ...parameters]: string[]) {
  const child = spawn(program, parameters, { env: { ...process.env, FORCE_COLOR: '0' } });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part) => {
      said += String(part);
    });
  const [status] = await once(child, 'close');
  return { said, failed: status !== 0 };
}

/** Only the areas that are broken somewhere, so that what it takes does not grow with the contract. */
const areas = [...new Set([...linted, ...checked, ...bundled].flatMap(([, file]) => /^areas\/([^/]+)/.exec(file)?.[1] ?? []))];
function copyTo(spec: string) {
  for (const folder of ['shared', ...areas.map((area) => `areas/${area}`)])
    cpSync(`spec/${folder}`, path.join(spec, folder), { recursive: true });
  cpSync('spec/guides.md', path.join(spec, 'guides.md'));
  cpSync('spec/workflows', path.join(spec, 'workflows'), { recursive: true });
  const [head = '', tags = '', groups = '', paths = '', rest = ''] = readFileSync('spec/openapi.yaml', 'utf8').split(
    /^(?=tags:|x-tagGroups:|paths:|components:)/m,
  );
  const kept = (text: string, item: RegExp, own: (item: string) => boolean) => text.replace(item, (found) => (own(found) ? found : ''));
  writeFileSync(
    path.join(spec, 'openapi.yaml'),
    [
      head,
      kept(tags, /^ {2}- name: [\s\S]*?(?=^ {2}- name: |(?![\s\S]))/gm, (tag) => areas.includes(/name: (\S+)/.exec(tag)?.[1] ?? '')),
      groups
        .replace(
          /tags: \[([^\]]*)\]/g,
          (_all, names: string) =>
            `tags: [${names
              .split(', ')
              .filter((name) => areas.includes(name))
              .join(', ')}]`,
        )
        .replace(/^.*tags: \[\].*\n/gm, ''),
      kept(paths, /^ {2}\S.*areas\/.*\n/gm, (line) => areas.includes(/areas\/([^/]+)/.exec(line)?.[1] ?? '')),
      rest,
    ].join(''),
  );
}

let silent = 0;
/** How what is run names a rule. */
const saysSo = {
  lint: (rule: string) => ` ${rule} `,
  check: (rule: string) => `(${rule}) `,
  bundle: (rule: string) => rule,
  lintWorkflows: (rule: string) => ` ${rule} `,
  checkWorkflows: (rule: string) => `(${rule}) `,
};
type Kind = keyof typeof saysSo;

/** What is said of the broken copy. */
async function judge(kind: Kind, folder: string, spec: string) {
  const bundle = path.join(folder, 'openapi.json');
  const workflows = path.join(spec, 'workflows');
  if (kind === 'checkWorkflows') return run('node', 'scripts/check-workflows.ts', workflows);
  if (kind === 'lintWorkflows') return lint(path.join(workflows, '*.yaml'));
  if (kind === 'lint') return lint(path.join(spec, 'openapi.yaml'));
  const answer = await run(
    'redocly',
    'bundle',
    path.join(spec, 'openapi.yaml'),
    '--component-renaming-conflicts-severity=error',
    '-o',
    bundle,
  );
  if (kind === 'bundle') return answer;
  await run('node', 'scripts/complete-contract.ts', bundle, spec);
  return run('node', 'scripts/check-spec.ts', bundle, spec);
}
function lint(file: string) {
  return run('redocly', 'lint', file, '--config', 'redocly.yaml', '--format', 'stylish', '--max-problems', '1000');
}

async function prove(kind: Kind, [rule, file, from, to]: Break) {
  const folder = mkdtempSync(path.join(tmpdir(), 'rules-'));
  const spec = path.join(folder, 'spec');
  copyTo(spec);
  const before = readFileSync(path.join(spec, file), 'utf8');
  const after = from instanceof RegExp ? before.replace(from, to) : before.replace(from, () => to);
  writeFileSync(path.join(spec, file), after);
  const verdict = await judge(kind, folder, spec);
  const fired = before !== after && verdict.failed && ` ${verdict.said.replace(/\s+/g, ' ')} `.includes(saysSo[kind](rule));
  if (!fired) {
    silent += 1;
    console.log(`SILENT  ${kind}  ${rule}\n${before === after ? '  nothing was broken' : verdict.said.slice(-600)}`);
  }
  rmSync(folder, { recursive: true });
}

const all = [
  ...linted.map((one) => ['lint', one] as const),
  ...checked.map((one) => ['check', one] as const),
  ...bundled.map((one) => ['bundle', one] as const),
  ...lintedWorkflows.map((one) => ['lintWorkflows', one] as const),
  ...checkedWorkflows.map((one) => ['checkWorkflows', one] as const),
];
const left = all.filter(([, [rule]]) => rule.includes(process.argv[2] ?? ''));
const tried = left.length;
await Promise.all(
  Array.from({ length: availableParallelism() }, async () => {
    for (let next = left.shift(); next; next = left.shift()) await prove(next[0], next[1]);
  }),
);
console.log(`rules: ${tried - silent} fire, ${silent} silent`);
process.exitCode = silent ? 1 : 0;
