/** A framework as a catalog: its requirements in groups by their families. */
import { metadataOf, ourProp } from './metadata.ts';
import type { OscalRequirement, Program } from './program.ts';
import { lineOf, listOf, tokenOf, uniqueTokens } from './texts.ts';
import { uuidOf } from './uuid.ts';

/** Of a framework without requirements, too. */
export function catalogOf(program: Program) {
  const { instanceId, framework, requirements } = program;
  const families = Map.groupBy(requirements, ({ requirementFamily }) => requirementFamily?.trim() ?? '');
  const unique = uniqueTokens(new Set(requirements.map(({ controlId }) => controlId)));
  const groups = [...families].flatMap(([family, controls]) =>
    family ? [{ id: unique(`group-${tokenOf(family)}`), title: lineOf(family), controls: controls.map(controlOf) }] : [],
  );
  return {
    catalog: {
      uuid: uuidOf('catalog', instanceId),
      metadata: metadataOf(program, framework.name, { remarks: framework.description }),
      ...listOf('groups', groups),
      ...listOf('controls', (families.get('') ?? []).map(controlOf)),
    },
  };
}

function controlOf({ controlId, identifier, name, description, part, kind }: OscalRequirement) {
  return {
    id: controlId,
    class: kind === 'custom' ? 'organization' : 'framework',
    title: lineOf(name),
    props: [{ name: 'label', value: lineOf(identifier) }, ...(part === null ? [] : [ourProp('part', part)])],
    parts: [{ id: statementOf(controlId), name: 'statement', ...(description.trim() && { prose: description.trim() }) }],
  };
}

/** @returns the id of the part that says what a control demands */
export const statementOf = (controlId: string) => `${controlId}_smt`;
