/** What carries out penetration tests (spec/areas/security-penetration-tests, rules 9, 10 and 15). */
import type { components } from '../../../generated/api.d.ts';

type Schemas = components['schemas'];

export interface PenetrationTestOrder {
  readonly testId: string;
  /** 1, 2 or 3. A runner that keeps work of its own knows it by both, and continues it after a restart. */
  readonly attempt: number;
  readonly organizationId: string;
  readonly targetUrl: string;
  readonly repoUrl: string | null;
  readonly testMode: boolean;
  readonly scanDepth: Schemas['PenetrationTestScanDepth'];
  readonly evidenceLevel: Schemas['PenetrationTestEvidenceLevel'];
  /** Without a list all of them. */
  readonly checks: readonly Schemas['PenetrationTestCheck'][] | null;
  /** What the caller says, and what the organization noted about earlier issues of the target. */
  readonly briefing: string | undefined;
}

/** What was found. Of what a runner leaves out nothing is known. */
export type FoundIssue = Pick<Schemas['PenetrationTestIssue'], 'title' | 'severity'> & { readonly findingId: string } & Partial<
    Pick<
      Schemas['PenetrationTestIssue'],
      | 'summary'
      | 'cve'
      | 'cweId'
      | 'cvssScore'
      | 'affectedEndpoint'
      | 'proofOfConcept'
      | 'impact'
      | 'remediation'
      | 'validationSteps'
      | 'evidence'
      | 'attackPath'
    >
  >;

/** What happened. Notes of the runner to itself have no type that callers see, and are dropped. */
export interface ToldEvent {
  readonly type: Schemas['PenetrationTestEventType'] | 'planning' | 'internal';
  readonly agent?: string;
  readonly tool?: string;
  readonly summary: string;
  readonly description?: string;
}

/** What a runner says while it works. Each call is kept before it returns. */
export interface PenetrationTestSurroundings {
  /** Aborts when the test was cancelled, takes too long, or the server stops. */
  readonly signal: AbortSignal;
  enter(status: 'cloning' | 'running'): Promise<void>;
  progress(phase: string, completedAgents: number, totalAgents: number): Promise<void>;
  tell(event: ToldEvent): Promise<void>;
  found(issue: FoundIssue): Promise<void>;
}

export interface PenetrationTestOutcome {
  /** Markdown. Without one it is made from the issues. */
  readonly report?: string;
  /** Without one it is made from the issues. */
  readonly pdf?: Uint8Array;
  /** What the report says first of how the test was done. */
  readonly method: string;
}

export interface PenetrationTestRunner {
  /** Returns when an order of the organization would be taken. @throws Unreachable */
  ready(organizationId: string, signal: AbortSignal): Promise<void>;
  /** Carries out one attempt. @throws PenetrationTestFailed */
  perform(order: PenetrationTestOrder, surroundings: PenetrationTestSurroundings): Promise<PenetrationTestOutcome>;
}

/** An attempt came to nothing, in one of the ways that callers are told of. */
export class PenetrationTestFailed extends Error {
  readonly code: Schemas['PenetrationTestFailureCode'];
  constructor(code: Schemas['PenetrationTestFailureCode'], message: string) {
    super(message);
    this.code = code;
  }
}
