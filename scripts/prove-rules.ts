/**
 * Breaks a copy of spec/ once for each rule and checks that the rule reports it, because a rule that never fires is useless. Each program
 * reads all copies in one run. `npm run prove -- word` tries only the rules whose names contain the word.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Break } from './prove-rules/break.ts';
import { copySpec } from './prove-rules/copy.ts';
import { bundle, check, checkWorkflows, type Checker, lint, lintWorkflows } from './prove-rules/checkers.ts';
import { checkedWorkflows, lintedWorkflows } from './prove-rules/workflows.ts';

const [risks, schemas, responses, examples, root] = [
  'areas/risk-management/risks/paths.yaml',
  'areas/risk-management/risks/schemas.yaml',
  'areas/risk-management/risks/responses.yaml',
  'areas/risk-management/risks/examples.yaml',
  'openapi.yaml',
];

// Two schemas with the same name, both in use.
const roles = 'areas/organization-and-access/roles/schemas.yaml';
const clashPattern = /^([\s\S]*?\n)( +compliance:)/;
const clashReplacement = "RiskStatus: { type: integer, description: Another. }\n$1    risk: { $ref: '#/RiskStatus' }\n$2";

const organization = 'areas/organization-and-access/organization/paths.yaml';
const problems = 'areas/organization-and-access/roles/problems.yaml';
const ifMatchProvenance = /x-provenance: \{ given: '4\.4', decision: 'The `If-Match`.*\n/;

/** Breaks that redocly must report, with the name of the rule. */
const lintBreaks: Break[] = [
  ['struct', risks, 'operationId: listRisks', 'operationIdd: listRisks'],
  ['no-unresolved-refs', risks, 'examples.yaml#/listRisksNone', 'examples.yaml#/none'],
  ['component-name-unique', roles, clashPattern, clashReplacement],
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
];

/** Breaks that check-spec must report, with the name of the rule in parentheses. */
const checkBreaks: Break[] = [
  ['permission', risks, 'x-permission: risk:read', 'x-permission: risk:create2'],
  ['permission', risks, 'x-permission: risk:read', 'x-permission: { byRecord: look }'],
  ['permission-required', risks, 'x-permission: risk:delete', 'x-permission: risk:update'],
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
  [
    'delete',
    'areas/organization-and-access/roles/paths.yaml',
    "      '204': { description: The role was deleted. }",
    "      '200': { description: The role was deleted. }",
  ],
  ['if-match', risks, '    x-if-match: getRisk\n', ''],
  ['if-match', risks, 'x-if-match: getRisk', 'x-if-match: listRisks'],
  ['if-match', organization, 'operationId: revokeApiKey\n', 'operationId: revokeApiKey\n    x-if-match: getOrganization\n'],
  ['if-match', organization, 'operationId: revokeApiKey\n', 'operationId: revokeKey\n'],
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
  [
    'shown',
    'areas/organization-and-access/roles/responses.yaml',
    '{ summary: Name of a built-in role,',
    '{ code: role_exists, summary: Name of a built-in role,',
  ],
  ['code', problems, 'role_in_use:', 'roleInUse:'],
  ['sentence', problems, 'meaning: Another role of the organization has this name.', 'meaning: taken'],
  ['sentence', problems, 'error: Role already exists', 'error: Role already exists.'],
  ['members', problems, 'example: { members: 2, invitations: 1 }', 'example: { members: 2 }'],
  ['members', problems, /\{limit\}(.*\n.*\n.*\n {2}example: \{ )limit/, '{title}$1title'],
  ['unused', 'areas/organization-and-access/roles/paths.yaml', '[role_not_found, obligations_fixed]', '[role_not_found]'],
  ['session', risks, 'x-requires-session: true', 'x-requires-session: false'],
  ['discloses', risks, ifMatchProvenance, 'x-discloses: [risk.secret]\n    $&'],
  ['discloses', risks, ifMatchProvenance, 'x-discloses: []\n    $&'],
  [
    'discloses',
    risks,
    ifMatchProvenance,
    'x-discloses: [task.title, task.description, risk.title, member.name, member.email, vendor.name]\n    $&',
  ],
  ['discloses', risks, ifMatchProvenance, "x-discloses: [member.name]\n    x-provenance: { given: '4.4' }\n"],
  ['twin', schemas, /^TreatmentType:(.*)\n([\s\S]*?'#\/)TreatmentType'/m, "TreatmentType:$1\nTreatmentKind:$1\n$2TreatmentKind'"],
  ['repeated', root, /- name: roles\n(?:.*\n)*? {4}description: \|\n/, '$&      The risk register.\n'],
  [
    'pointer',
    'areas/organization-and-access/roles/rules.md',
    'Settings for the obligations',
    'As rule 3 says, settings for the obligations',
  ],
  ['closed', schemas, 'description: A new risk.\n', 'description: A new risk.\n  additionalProperties: true\n'],
  ['closed', schemas, "  allOf: [{ $ref: '#/RiskCore' }]\n", "  allOf: [{ $ref: '#/RiskCore' }]\n  unevaluatedProperties: true\n"],
  ['trimmed', schemas, '      x-trim: true\n', ''],
  ['stored-text', schemas, '      x-trim: true\n', '      x-trim: false\n'],
  ['stored-text', schemas, '      x-trim: true\n', '      x-trim: true\n      x-lowercase: true\n'],
  ['stored-text', schemas, '      pattern: \\S\n      x-trim: true\n', '      x-trim: true\n'],
  [
    'stored-text',
    schemas,
    "id: { type: string, description: 'Id of the risk",
    "id: { type: string, x-trim: true, description: 'Id of the risk",
  ],
  [
    'stored-text',
    schemas,
    'enum: [very_low, low, medium, high, very_high]',
    'enum: [very_low, low, medium, high, very_high], x-trim: true',
  ],
  [
    'stored-text',
    'areas/audits/isms/schemas.yaml',
    'purpose: { type: string, maxLength: 10000, x-trim: true,',
    'certificateScopeSentence: { type: string, maxLength: 10000, description: Another. }\n    purpose: { type: string, maxLength: 10000, x-trim: true,',
  ],
  [
    'stored-text',
    'areas/compliance-program/context/schemas.yaml',
    /(ContextEntryCreate:[\s\S]*?properties:\n)/,
    "$1    more: { $ref: '#/ContextEntryCreate' }\n",
  ],
  [
    'stored-text',
    'areas/organization-and-access/organization/schemas.yaml',
    /(ApiKeyCreate:[\s\S]*?properties:\n)/,
    '$1    accessToken: { type: string, maxLength: 100, x-trim: true, description: Another. }\n',
  ],
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
  [
    'discriminator',
    'areas/organization-and-access/organization/schemas.yaml',
    '  oneOf:',
    '  discriminator: { propertyName: fileName }\n  oneOf:',
  ],
  ['closed', 'areas/accountability/audit-logs/schemas.yaml', 'additionalProperties: true # the one', 'minProperties: 0 # the one'],
  ['summary', risks, 'summary: Get a risk\n', 'summary: List risks\n'],
  ['sentence', risks, 'Lists the risks of every status', 'Returns the risks of every status'],
  ['sentence', risks, /description: Returns a risk with (.*)\.\n/, 'description: A risk with $1\n'],
  ['titled', examples, 'listRisksNone:\n  summary: No matching risks\n', 'listRisksNone:\n'],
  ['spelling', schemas, 'description: A new risk.\n', 'description: A new risk of the catalogue.\n'],
  ['area', risks, 'operationId: listRisks\n', 'operationId: listRisks\n    tags: [roles]\n'],
  ['area', risks, 'operationId: listRisks\n', 'operationId: listRisks\n    tags: [risks, roles]\n'],
  ['tag', root, 'tags: [audit-logs] }', 'tags: [] }'],
  [
    'label',
    schemas,
    'enum: [very_low, low, medium, high, very_high]',
    'enum: [very_low, low, medium, high, very_high], x-labels: { low: Medium }',
  ],
  [
    'label',
    schemas,
    'enum: [very_low, low, medium, high, very_high]',
    'enum: [very_low, low, medium, high, very_high], x-labels: { none: No }',
  ],
  [
    'label',
    schemas,
    'enum: [very_low, low, medium, high, very_high]',
    'enum: [very_low, low, medium, high, very_high], x-labels: { low: The likelihood and the impact are both low }',
  ],
  [
    'label',
    schemas,
    'enum: [very_low, low, medium, high, very_high]',
    "enum: [very_low, low, medium, high, very_high], x-labels: { low: '' }",
  ],
  ['transitions', schemas, /(RiskStatus:[\s\S]*?) {2}x-transitions:\n(?: {4}.*\n)+/, '$1'],
  ['transitions', schemas, '    archived: [open, pending, closed]\n', ''],
  ['transitions', schemas, '    archived: [open, pending, closed]\n', '    archived: [open, pending, closed]\n    gone: [open]\n'],
  ['transitions', schemas, 'archived: [open, pending, closed]', 'archived: [open, pending, gone]'],
  ['transitions', schemas, 'archived: [open, pending, closed]', 'archived: [open, pending, archived]'],
  [
    'transitions',
    schemas,
    / {4}open: \[pending, closed, archived\]\n.*\n.*\n/,
    '    open: [pending, closed]\n    pending: [open, closed]\n    closed: [open, pending]\n',
  ],
  ['state', 'areas/audits/isms/problems.yaml', 'from: in_progress', 'from: planned'],
  ['state', 'areas/audits/isms/problems.yaml', '  state: IsmsDocumentStatus\n', ''],
  ['state', 'areas/audits/isms/problems.yaml', 'from: in_progress, allowed: [', 'from: in_progress, allowed: [draft, '],
  ['state-word', schemas, /\b(enum: \[open, in_progress, in_review, done, )cancelled\]/, '$1canceled]'],
  [
    'exception',
    'areas/audits/isms/schemas.yaml',
    'enum: [accepted, awaiting, stale]',
    'enum: [accepted, awaiting]\n  x-transitions: { accepted: [awaiting], awaiting: [] }',
  ],
  ['parameter-example', risks, '        example: ransom\n', ''],
  ['parameter-example', 'shared/parameters.yaml', '  name: cursor\n', '  name: cursor\n  example: MjAyNi0w\n'],
  ['ambiguous', root, '/v1/risks/stats/by-department', '/v1/roles/built-in/admin/{name}'],
  ['line', risks, 'description: All matching risks', `description: ${'All matching risks, and again '.repeat(8)}`],
  ['word', schemas, "id: { type: string, description: 'Id of the risk", "id: { type: integer, description: 'Id of the risk"],
  ['verb', risks, 'operationId: replaceRiskTasks', 'operationId: setRiskTasks'],
  ['window', 'areas/accountability/audit-logs/paths.yaml', 'name: timestampAfter', 'name: timeAfter'],
  ['widens', organization, /(name: includeRevoked[\s\S]*?default: )false/, '$1true'],
  ['search', 'areas/accountability/audit-logs/paths.yaml', 'name: search', 'name: text'],
  ['nullable', schemas, 'enum: [very_low, low, medium, high, very_high]', 'enum: [very_low, low, medium, high, very_high, null]'],
  ['snake', schemas, 'enum: [very_low, low, medium, high, very_high]', 'enum: [very_low, low, medium, high, very-high]'],
  ['path-name', root, '/v1/risks/{id}/acceptances', '/v1/risks/{riskId}/acceptances'],
  ['list', roles, /(RoleList:[\s\S]*?properties:\n {4})data:/, '$1roles:'],
  ['exception', 'areas/accountability/audit-logs/paths.yaml', 'name: pathContains', 'name: pathPart'],
  ['unused', responses, 'RiskDeleteFailed:', 'RiskDropFailed: { description: Nobody refers to this. }\nRiskDeleteFailed:'],
];
/** Breaks that the bundler must report. The name of the rule is a part of its message. */
const bundleBreaks: Break[] = [['Two schemas are referenced with the same name', roles, clashPattern, clashReplacement]];

const areas = [
  ...new Set([...lintBreaks, ...checkBreaks, ...bundleBreaks].flatMap(([, file]) => /^areas\/([^/]+\/[^/]+)/.exec(file)?.[1] ?? [])),
];
const allFolders = mkdtempSync(path.join(tmpdir(), 'rules-'));
const unbrokenFolder = path.join(allFolders, 'unbroken');
copySpec(path.join(unbrokenFolder, 'spec'), areas);

interface Proof {
  readonly kind: string;
  readonly judge: Checker;
  readonly breaks: readonly Break[];
  /** @returns the text with which the program's output names a rule */
  readonly named: (rule: string) => string;
}
const proofs: readonly Proof[] = [
  { kind: 'lint', judge: lint, breaks: lintBreaks, named: (rule) => `error ${rule} ` },
  { kind: 'check', judge: check, breaks: checkBreaks, named: (rule) => `(${rule})` },
  { kind: 'bundle', judge: bundle, breaks: bundleBreaks, named: (rule) => rule },
  { kind: 'lintWorkflows', judge: lintWorkflows, breaks: lintedWorkflows, named: (rule) => `error ${rule} ` },
  { kind: 'checkWorkflows', judge: checkWorkflows, breaks: checkedWorkflows, named: (rule) => `(${rule})` },
];

let triedCount = 0;
let missedCount = 0;
async function prove({ kind, judge, breaks, named }: Proof) {
  const selected = breaks.filter(([rule]) => rule.includes(process.argv[2] ?? ''));
  if (!selected.length) return;
  const copies = selected.map(([, file, from, to], index) => {
    const folder = path.join(allFolders, `${kind}-${index}`);
    copySpec(path.join(folder, 'spec'), areas);
    const fileToBreak = path.join(folder, 'spec', file);
    const contentBefore = readFileSync(fileToBreak, 'utf8');
    const contentAfter = from instanceof RegExp ? contentBefore.replace(from, to) : contentBefore.replace(from, () => to);
    writeFileSync(fileToBreak, contentAfter);
    return { folder, isBroken: contentBefore !== contentAfter };
  });
  const [unrelatedFaults = [], ...faultsByCopy] = await judge([unbrokenFolder, ...copies.map(({ folder }) => folder)]);
  for (const [index, [rule]] of selected.entries()) {
    triedCount += 1;
    // Faults that the unbroken copy also has prove nothing.
    const faults = (faultsByCopy[index] ?? []).filter((fault) => !unrelatedFaults.includes(fault));
    if (copies[index]?.isBroken && faults.some((fault) => fault.includes(named(rule)))) continue;
    missedCount += 1;
    console.log(`SILENT  ${kind}  ${rule}\n${copies[index]?.isBroken ? faults.join('\n').slice(-600) : '  nothing was broken'}`);
  }
}

try {
  await Promise.all(proofs.map(prove));
} finally {
  rmSync(allFolders, { recursive: true });
}
console.log(`rules: ${triedCount - missedCount} fire, ${missedCount} silent`);
process.exitCode = missedCount ? 1 : 0;
