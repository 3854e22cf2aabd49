/** What of the organization stands behind an answer (spec/areas/soa, rule 13). */
import type { components } from '../../../../generated/api.d.ts';

type Schemas = components['schemas'];
type Status = Schemas['ImplementationStatus'];

/** What meets the requirement of one identifier, by name. */
export interface References {
  readonly controls: readonly Schemas['SoaControl'][];
  readonly policies: readonly Schemas['FrameworkControlPolicy'][];
}
export const noReferences: References = { controls: [], policies: [] };

/** A document with what stands behind each of its answers. */
export type DocumentWithReferences = Omit<Schemas['SoaDocumentDetail'], 'answers'> & { readonly answers: Schemas['SoaAnswer'][] };

/** An answer as it is stored. */
export type StoredAnswer = Omit<Schemas['SoaAnswer'], 'controls' | 'policies' | 'implementationStatus' | 'implementationStatusSource'> & {
  /** Null while the status is derived. */
  readonly manualStatus: Status | null;
};

/** The most records of a kind that an answer names. */
const mostNamed = 20;

/** @returns the answer as it is shown */
export function withReferences({ manualStatus, ...answer }: StoredAnswer, { controls, policies }: References): Schemas['SoaAnswer'] {
  return {
    ...answer,
    implementationStatus: manualStatus ?? derivedStatus(answer.isApplicable, controls),
    implementationStatusSource: manualStatus === null ? 'derived' : 'manual',
    controls: controls.slice(0, mostNamed),
    policies: policies.slice(0, mostNamed),
  };
}

/** @returns the answer as a document has it, which is one of many */
export function withoutReferences({
  controls: _controls,
  policies: _policies,
  ...answer
}: Schemas['SoaAnswer']): Schemas['SoaDocumentAnswer'] {
  return answer;
}

/** @param controls all that stand behind the answer */
export function derivedStatus(isApplicable: boolean | null, controls: readonly { readonly implementationStatus: Status }[]): Status {
  if (isApplicable === false) return 'not_applicable';
  if (controls.every(({ implementationStatus }) => implementationStatus === 'not_started')) return 'not_started';
  return controls.every(({ implementationStatus }) => implementationStatus === 'implemented') ? 'implemented' : 'partial';
}
