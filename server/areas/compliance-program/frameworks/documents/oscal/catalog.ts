/** Exports a framework as an OSCAL catalog: its requirements, grouped by family. */
import { metadataOf, ownProperty } from './metadata.ts';
import type { OscalRequirement, Program } from './program.ts';
import { toLine, optionalList, toToken, createUniqueTokens } from './texts.ts';
import { uuidOf } from './uuid.ts';

/** Builds the catalog. The framework may have no requirements. */
export function catalogOf(program: Program) {
  const { instanceId, framework, requirements } = program;
  const families = Map.groupBy(requirements, ({ requirementFamily }) => requirementFamily?.trim() ?? '');
  const toUniqueToken = createUniqueTokens(new Set(requirements.map(({ controlId }) => controlId)));
  const groups = [...families].flatMap(([family, controls]) =>
    family ? [{ id: toUniqueToken(`group-${toToken(family)}`), title: toLine(family), controls: controls.map(controlOf) }] : [],
  );
  return {
    catalog: {
      uuid: uuidOf('catalog', instanceId),
      metadata: metadataOf(program, framework.name, { remarks: framework.description }),
      ...optionalList('groups', groups),
      ...optionalList('controls', (families.get('') ?? []).map(controlOf)),
    },
  };
}

function controlOf({ controlId, identifier, name, description, part, kind }: OscalRequirement) {
  return {
    id: controlId,
    class: kind === 'custom' ? 'organization' : 'framework',
    title: toLine(name),
    props: [{ name: 'label', value: toLine(identifier) }, ...(part === null ? [] : [ownProperty('part', part)])],
    parts: [{ id: statementIdOf(controlId), name: 'statement', ...(description.trim() && { prose: description.trim() }) }],
  };
}

/** @returns the id of the part that contains the statement of a control */
export const statementIdOf = (controlId: string) => `${controlId}_smt`;
