/** Exports open risks and findings as an OSCAL plan of action and milestones. */
import { referenceToDocument, metadataOf, organizationUuid, ownProperty } from './metadata.ts';
import type { OscalFinding, OscalRisk, Implementation, Program } from './program.ts';
import { systemIdOf } from './system-security-plan.ts';
import { toLine, optionalList } from './texts.ts';
import { uuidOf } from './uuid.ts';

const statuses = { open: 'open', pending: 'investigating', closed: 'closed', archived: 'closed' } as const;
/** Maximum length in characters of a title that is taken from a longer text. */
const maxTitleLength = 120;

/** Builds the plan. The organization must have at least one open risk or finding. */
export function milestonesOf(
  program: Program,
  { controls }: Implementation,
  risks: readonly OscalRisk[],
  findings: readonly OscalFinding[],
) {
  const { instanceId, organization, requirements } = program;
  const plan = referenceToDocument(program, 'system-security-plan');
  const origin = { actors: [{ type: 'party', 'actor-uuid': organizationUuid(organization) }] };
  const controlsById = new Map(controls.map((control) => [control.id, control]));
  const controlIdOfRequirement = new Map(requirements.map(({ id, controlId }) => [id, controlId]));
  const controlIdPropertiesOf = (ids: readonly string[]) => {
    const requirementIds = new Set(ids.flatMap((id) => controlsById.get(id)?.requirementIds ?? []));
    return [...requirementIds]
      .flatMap((id) => controlIdOfRequirement.get(id) ?? [])
      .toSorted()
      .map((controlId) => ownProperty('control-id', controlId));
  };
  const riskIds = new Set(risks.map(({ id }) => id));
  return {
    'plan-of-action-and-milestones': {
      uuid: uuidOf('plan-of-action-and-milestones', instanceId),
      metadata: metadataOf(program, `${toLine(organization.name)}: plan of action and milestones`),
      'import-ssp': { href: plan.href },
      'system-id': systemIdOf(program),
      ...optionalList(
        'observations',
        findings.map((finding) => observationOf(finding, origin)),
      ),
      ...optionalList(
        'risks',
        risks.map((risk) => riskOf(risk, origin)),
      ),
      'poam-items': [
        ...risks.map(({ id, title, description, controlIds }) => ({
          uuid: uuidOf('poam-item', id),
          title: toLine(title),
          description: description.trim() || toLine(title),
          ...optionalList('props', controlIdPropertiesOf(controlIds)),
          'related-risks': [{ 'risk-uuid': uuidOf('risk', id) }],
        })),
        ...findings.map(({ id, content, severity, status, riskId }) => ({
          uuid: uuidOf('poam-item', id),
          title: titleOf(content),
          description: content.trim() || titleOf(content),
          props: [ownProperty('severity', severity), ownProperty('finding-status', status)],
          'related-observations': [{ 'observation-uuid': uuidOf('observation', id) }],
          ...optionalList('related-risks', riskId !== null && riskIds.has(riskId) ? [{ 'risk-uuid': uuidOf('risk', riskId) }] : []),
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
    props: [ownProperty('finding-type', type)],
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
  const milestones = tasks.map((task) => ({
    uuid: uuidOf('task', id, task.id),
    type: 'milestone',
    title: toLine(task.title),
    ...(task.due !== null && { timing: { 'on-date': { date: task.due } } }),
  }));
  const remediation = treatment ?? (milestones.length ? { id: 'tasks', type: 'mitigate', description: '' } : undefined);
  return {
    uuid: uuidOf('risk', id),
    title: toLine(title),
    description: description.trim() || toLine(title),
    statement: description.trim() || toLine(title),
    props: [ownProperty('category', category)],
    status: statuses[status],
    ...optionalList('characterizations', facets.length ? [{ origin, facets }] : []),
    ...optionalList(
      'remediations',
      remediation
        ? [
            {
              uuid: uuidOf('remediation', id, remediation.id),
              lifecycle: 'planned',
              title: toLine(remediation.type),
              description: remediation.description.trim() || toLine(remediation.type),
              ...optionalList('tasks', milestones),
            },
          ]
        : [],
    ),
  };
}

function titleOf(content: string): string {
  const line = toLine(content.trim().split('\n', 1)[0] ?? '');
  const characters = [...line];
  return characters.length > maxTitleLength
    ? `${characters
        .slice(0, maxTitleLength - 1)
        .join('')
        .trim()}…`
    : line;
}
