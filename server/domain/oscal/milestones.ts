/** Open risks and findings as a plan of action and milestones. */
import { documentOf, metadataOf, organizationUuid, ourProp } from './metadata.ts';
import type { OscalFinding, OscalRisk, Practice, Program } from './program.ts';
import { systemIdOf } from './system-security-plan.ts';
import { lineOf, listOf } from './texts.ts';
import { uuidOf } from './uuid.ts';

const statuses = { open: 'open', pending: 'investigating', closed: 'closed', archived: 'closed' } as const;
/** Most characters of a title that is taken from a text. */
const longest = 120;

/** Of an organization that has an open risk or finding. */
export function milestonesOf(program: Program, { controls }: Practice, risks: readonly OscalRisk[], findings: readonly OscalFinding[]) {
  const { instanceId, organization, requirements } = program;
  const plan = documentOf(program, 'system-security-plan');
  const origin = { actors: [{ type: 'party', 'actor-uuid': organizationUuid(organization) }] };
  const byId = new Map(controls.map((control) => [control.id, control]));
  const idIn = new Map(requirements.map(({ id, controlId }) => [id, controlId]));
  const controlIdsOf = (ids: readonly string[]) => {
    const met = new Set(ids.flatMap((id) => byId.get(id)?.requirementIds ?? []));
    return [...met]
      .flatMap((id) => idIn.get(id) ?? [])
      .toSorted()
      .map((controlId) => ourProp('control-id', controlId));
  };
  const known = new Set(risks.map(({ id }) => id));
  return {
    'plan-of-action-and-milestones': {
      uuid: uuidOf('plan-of-action-and-milestones', instanceId),
      metadata: metadataOf(program, `${lineOf(organization.name)}: plan of action and milestones`),
      'import-ssp': { href: plan.href },
      'system-id': systemIdOf(program),
      ...listOf(
        'observations',
        findings.map((finding) => observationOf(finding, origin)),
      ),
      ...listOf(
        'risks',
        risks.map((risk) => riskOf(risk, origin)),
      ),
      'poam-items': [
        ...risks.map(({ id, title, description, controlIds }) => ({
          uuid: uuidOf('poam-item', id),
          title: lineOf(title),
          description: description.trim() || lineOf(title),
          ...listOf('props', controlIdsOf(controlIds)),
          'related-risks': [{ 'risk-uuid': uuidOf('risk', id) }],
        })),
        ...findings.map(({ id, content, severity, status, riskId }) => ({
          uuid: uuidOf('poam-item', id),
          title: titleOf(content),
          description: content.trim() || titleOf(content),
          props: [ourProp('severity', severity), ourProp('finding-status', status)],
          'related-observations': [{ 'observation-uuid': uuidOf('observation', id) }],
          ...listOf('related-risks', riskId !== null && known.has(riskId) ? [{ 'risk-uuid': uuidOf('risk', riskId) }] : []),
        })),
      ],
      'back-matter': { resources: [plan.resource] },
    },
  };
}

type Origin = { readonly actors: readonly { readonly type: string; readonly 'actor-uuid': string }[] };

function observationOf({ id, content, type, createdAt }: OscalFinding, origin: Origin) {
  return {
    uuid: uuidOf('observation', id),
    title: titleOf(content),
    description: content.trim() || titleOf(content),
    props: [ourProp('finding-type', type)],
    methods: ['EXAMINE'],
    origins: [origin],
    collected: createdAt,
  };
}

function riskOf({ id, title, description, category, status, ratings, treatment, tasks }: OscalRisk, origin: Origin) {
  const facets = Object.entries(ratings).map(([name, value]) => ({
    name,
    system: 'urn:compliance-automation-api:0-to-10',
    value: String(value),
  }));
  const planned = tasks.map((task) => ({
    uuid: uuidOf('task', id, task.id),
    type: 'milestone',
    title: lineOf(task.title),
    ...(task.due !== null && { timing: { 'on-date': { date: task.due } } }),
  }));
  const remediation = treatment ?? (planned.length ? { id: 'tasks', type: 'mitigate', description: '' } : undefined);
  return {
    uuid: uuidOf('risk', id),
    title: lineOf(title),
    description: description.trim() || lineOf(title),
    statement: description.trim() || lineOf(title),
    props: [ourProp('category', category)],
    status: statuses[status],
    ...listOf('characterizations', facets.length ? [{ origin, facets }] : []),
    ...listOf(
      'remediations',
      remediation
        ? [
            {
              uuid: uuidOf('remediation', id, remediation.id),
              lifecycle: 'planned',
              title: lineOf(remediation.type),
              description: remediation.description.trim() || lineOf(remediation.type),
              ...listOf('tasks', planned),
            },
          ]
        : [],
    ),
  };
}

function titleOf(content: string): string {
  const line = lineOf(content.trim().split('\n', 1)[0] ?? '');
  const letters = [...line];
  return letters.length > longest
    ? `${letters
        .slice(0, longest - 1)
        .join('')
        .trim()}…`
    : line;
}
