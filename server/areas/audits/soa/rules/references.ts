/** The organization's records that support answers (soa, rule 13). */
import type { components } from '#generated/api';

type Schemas = components['schemas'];
type Status = Schemas['ImplementationStatus'];

/** The records that meet one requirement, sorted by name. */
export interface References {
  readonly controls: readonly Schemas['SoaControl'][];
  readonly policies: readonly Schemas['FrameworkControlPolicy'][];
}
export const noReferences: References = { controls: [], policies: [] };

/** A document with the references of each of its answers. */
export type DocumentWithReferences = Omit<Schemas['SoaDocumentDetail'], 'answers'> & { readonly answers: Schemas['SoaAnswer'][] };

/** An answer as stored, without the fields that are computed. */
export type StoredAnswer = Omit<Schemas['SoaAnswer'], 'controls' | 'policies' | 'implementationStatus' | 'implementationStatusSource'> & {
  /** Null if the status is derived. */
  readonly manualStatus: Status | null;
};

/** The maximum number of controls, and of policies, in an answer. */
const maxRecords = 20;

/** @returns the answer in the shape of the contract, with its references */
export function withReferences({ manualStatus, ...answer }: StoredAnswer, { controls, policies }: References): Schemas['SoaAnswer'] {
  return {
    ...answer,
    implementationStatus: manualStatus ?? deriveStatus(answer.isApplicable, controls),
    implementationStatusSource: manualStatus === null ? 'derived' : 'manual',
    controls: controls.slice(0, maxRecords),
    policies: policies.slice(0, maxRecords),
  };
}

/** @returns the answer as part of a document, without its references */
export function withoutReferences({
  controls: _controls,
  policies: _policies,
  ...answer
}: Schemas['SoaAnswer']): Schemas['SoaDocumentAnswer'] {
  return answer;
}

/** @param controls all controls that support the answer */
export function deriveStatus(isApplicable: boolean | null, controls: readonly { readonly implementationStatus: Status }[]): Status {
  if (isApplicable === false) return 'not_applicable';
  if (controls.every(({ implementationStatus }) => implementationStatus === 'not_started')) return 'not_started';
  return controls.every(({ implementationStatus }) => implementationStatus === 'implemented') ? 'implemented' : 'partial';
}
