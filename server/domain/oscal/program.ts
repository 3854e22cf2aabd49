/** What OSCAL documents are made from: an adopted framework, and what the organization does about it. */
import type { components } from '../../../generated/api.d.ts';

type Schemas = components['schemas'];

/** A requirement of the framework: a control in the language of OSCAL. */
export interface OscalRequirement extends Pick<
  Schemas['AdoptedRequirement'],
  'id' | 'identifier' | 'name' | 'description' | 'requirementFamily' | 'part' | 'kind' | 'inScope'
> {
  /** The id that it has in OSCAL, in all documents. */
  readonly controlId: string;
}

export interface Program {
  readonly organization: { readonly id: string; readonly name: string };
  /** Of the adopted framework, on which the ids of the documents depend. */
  readonly instanceId: string;
  readonly framework: { readonly name: string; readonly version: string; readonly description: string };
  /** In the order of the framework. */
  readonly requirements: readonly OscalRequirement[];
  /** The last change of anything in the document. */
  readonly lastModified: string;
  /** Where the documents are, by model. */
  readonly addressOf: (model: OscalModel) => string;
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
  /** By their ids in the framework. */
  readonly requirementIds: readonly string[];
}

export interface OscalPolicy {
  readonly id: string;
  readonly name: string;
  readonly status: Schemas['PolicyStatus'];
}

/** What the organization does, as far as the reader sees it. */
export interface Practice {
  readonly controls: readonly OscalControl[];
  readonly policies: readonly OscalPolicy[];
}

/** Something that was examined or tested. */
export interface OscalObservation {
  /** Of which kind the record is, and its id. */
  readonly about: readonly [string, string];
  readonly title: string;
  readonly description: string;
  readonly method: 'EXAMINE' | 'TEST';
  readonly collected: string;
  /** How it stands, in the words of the interface. */
  readonly standing: string;
  /** The controls that it belongs to. */
  readonly controlIds: readonly string[];
}

export interface OscalRisk {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly category: string;
  readonly status: Schemas['RiskStatus'];
  /** By name, with values from 0 to 10. */
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
