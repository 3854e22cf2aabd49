/** Types of the input of OSCAL exports: an adopted framework, and how the organization implements it. */
import type { components } from '#generated/api';

type Schemas = components['schemas'];

/** A requirement of the framework, which OSCAL calls a control. */
export interface OscalRequirement extends Pick<
  Schemas['AdoptedRequirement'],
  'id' | 'identifier' | 'name' | 'description' | 'requirementFamily' | 'part' | 'kind' | 'inScope'
> {
  /** The control id of the requirement in all OSCAL documents. */
  readonly controlId: string;
}

export interface Program {
  readonly organization: { readonly id: string; readonly name: string };
  /** The id of the adopted framework. The ids of the documents are derived from it. */
  readonly instanceId: string;
  readonly framework: { readonly name: string; readonly version: string; readonly description: string };
  /** The requirements in the order of the framework. */
  readonly requirements: readonly OscalRequirement[];
  /** The time of the last change to anything in the document. */
  readonly lastModified: string;
  /** Returns the URL of the document of a model. */
  readonly documentUrl: (model: OscalModel) => string;
}

export type OscalModel = Schemas['OscalModel'];

/** A control of the organization in this framework, and the requirements in scope that it meets. */
export interface OscalControl {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly externalId: string | null;
  readonly status: Schemas['ImplementationStatus'];
  readonly owner: { readonly id: string; readonly name: string } | null;
  readonly policyIds: readonly string[];
  readonly taskIds: readonly string[];
  readonly formTypes: readonly string[];
  /** The ids of the requirements that the control meets. */
  readonly requirementIds: readonly string[];
}

export interface OscalPolicy {
  readonly id: string;
  readonly name: string;
  readonly status: Schemas['PolicyStatus'];
}

/** The controls and policies that the reader may see. */
export interface Implementation {
  readonly controls: readonly OscalControl[];
  readonly policies: readonly OscalPolicy[];
}

/** The result of examining or testing a record. */
export interface OscalObservation {
  /** The kind and the id of the record. */
  readonly recordKey: readonly [string, string];
  readonly title: string;
  readonly description: string;
  readonly method: 'EXAMINE' | 'TEST';
  readonly collectedAt: string;
  /** The status of the record, as named in the API. */
  readonly status: string;
  /** The controls that the record belongs to. */
  readonly controlIds: readonly string[];
}

export interface OscalRisk {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly category: string;
  readonly status: Schemas['RiskStatus'];
  /** The ratings by name, from 0 to 10. */
  readonly ratings: Readonly<Record<string, number>>;
  readonly treatment: { readonly id: string; readonly type: string; readonly description: string } | undefined;
  readonly tasks: readonly { readonly id: string; readonly title: string; readonly due: string | null }[];
  readonly controlIds: readonly string[];
}

export interface OscalFinding {
  readonly id: string;
  readonly content: string;
  readonly severity: string;
  readonly status: string;
  readonly type: string;
  readonly createdAt: string;
  readonly riskId: string | null;
}
