/** Exports the results of tasks, evidence and checks for the requirements in scope as OSCAL assessment results. */
import { metadataOf, organizationUuid, ownProperty } from './metadata.ts';
import { statementIdOf } from './catalog.ts';
import type { OscalControl, OscalObservation, OscalRequirement, Implementation, Program } from './program.ts';
import { groupByKeys } from './group-by-keys.ts';
import { toLine, optionalList } from './texts.ts';
import { uuidOf } from './uuid.ts';

/** Builds the assessment results. The framework must have requirements in scope. */
export function assessmentResultsOf(program: Program, implementation: Implementation, observations: readonly OscalObservation[]) {
  const { instanceId, framework, organization } = program;
  const [name, standard] = [toLine(organization.name), toLine(framework.name)];
  const inScope = program.requirements.filter((requirement) => requirement.inScope);
  const plan = uuidOf('resource', 'assessment-plan', instanceId);
  const controlsOf = groupByKeys(implementation.controls, ({ requirementIds }) => requirementIds);
  const observationsOf = groupByKeys(observations, ({ controlIds }) => controlIds);
  const collectionTimes = observations.map((observation) => observation.collectedAt).toSorted();
  return {
    'assessment-results': {
      uuid: uuidOf('assessment-results', instanceId),
      metadata: metadataOf(program, `${name}: assessment results for ${standard}`),
      'import-ap': { href: `#${plan}` },
      results: [
        {
          uuid: uuidOf('result', instanceId),
          title: `State of ${standard}`,
          description: 'What tasks, evidence and automated checks show',
          start: collectionTimes[0] ?? program.lastModified,
          end: program.lastModified,
          'reviewed-controls': {
            'control-selections': [{ 'include-controls': inScope.map(({ controlId }) => ({ 'control-id': controlId })) }],
          },
          ...optionalList(
            'observations',
            observations.map((observation) => toObservation(program, observation)),
          ),
          findings: inScope.map((requirement) => findingOf(program, requirement, controlsOf.get(requirement.id) ?? [], observationsOf)),
        },
      ],
      'back-matter': {
        resources: [
          { uuid: plan, title: 'Continuous assessment', description: 'Tasks, evidence forms and checks run on their own schedules.' },
        ],
      },
    },
  };
}

const observationUuid = ({ instanceId }: Program, { recordKey }: OscalObservation) => uuidOf('observation', instanceId, ...recordKey);

function toObservation(program: Program, observation: OscalObservation) {
  const { title, description, method, collectedAt, status: observationStatus } = observation;
  return {
    uuid: observationUuid(program, observation),
    title: toLine(title),
    description: description.trim() || toLine(title),
    props: [ownProperty('standing', observationStatus)],
    methods: [method],
    origins: [{ actors: [{ type: 'party', 'actor-uuid': organizationUuid(program.organization) }] }],
    collected: collectedAt,
  };
}

/** A requirement is satisfied if it has controls, and all its controls are implemented or not applicable. */
function findingOf(
  program: Program,
  { id, controlId, identifier, name }: OscalRequirement,
  meetingControls: readonly OscalControl[],
  observationsOf: ReadonlyMap<string, readonly OscalObservation[]>,
) {
  const relatedObservations = new Set(meetingControls.flatMap((control) => observationsOf.get(control.id) ?? []));
  const openControls = meetingControls.filter(({ status }) => status !== 'implemented' && status !== 'not_applicable');
  const isSatisfied = meetingControls.length > 0 && openControls.length === 0;
  const openReason = openControls.length
    ? `Not implemented yet: ${openControls.map((control) => toLine(control.name)).join('; ')}`
    : 'No control meets it';
  return {
    uuid: uuidOf('finding', program.instanceId, id),
    title: toLine(`${identifier} ${name}`),
    description: isSatisfied ? 'All controls that meet it are implemented or not applicable' : openReason,
    target: {
      type: 'statement-id',
      'target-id': statementIdOf(controlId),
      status: { state: isSatisfied ? 'satisfied' : 'not-satisfied', reason: isSatisfied ? 'pass' : 'fail' },
    },
    ...optionalList(
      'related-observations',
      [...relatedObservations].map((observation) => ({ 'observation-uuid': observationUuid(program, observation) })),
    ),
  };
}
