/** Port for running penetration tests (security-penetration-tests, rules 9, 10 and 15). */
import type { components } from '#generated/api';

type Schemas = components['schemas'];

export interface PenetrationTestOrder {
  readonly testId: string;
  /** 1, 2 or 3. With `testId` it identifies the attempt for a runner that stores its own work and continues it after a restart. */
  readonly attempt: number;
  readonly organizationId: string;
  readonly targetUrl: string;
  readonly repoUrl: string | null;
  readonly testMode: boolean;
  readonly scanDepth: Schemas['PenetrationTestScanDepth'];
  readonly evidenceLevel: Schemas['PenetrationTestEvidenceLevel'];
  /** Null for all checks. */
  readonly checks: readonly Schemas['PenetrationTestCheck'][] | null;
  /** The caller's text, and the organization's notes on earlier issues of the target. */
  readonly briefing: string | undefined;
}

/** A found issue. Fields that a runner omits are unknown. */
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

/** An event. Internal notes of the runner have types that are not shown to callers, and are dropped. */
export interface RunnerEvent {
  readonly type: Schemas['PenetrationTestEventType'] | 'planning' | 'internal';
  readonly agent?: string;
  readonly tool?: string;
  readonly summary: string;
  readonly description?: string;
}

/** Receives reports from a running test. Each call stores its report before it returns. */
export interface PenetrationTestContext {
  /** Aborts when the test is cancelled, takes too long, or the server stops. */
  readonly signal: AbortSignal;
  enter(status: 'cloning' | 'running'): Promise<void>;
  progress(phase: string, completedAgents: number, totalAgents: number): Promise<void>;
  tell(event: RunnerEvent): Promise<void>;
  found(issue: FoundIssue): Promise<void>;
}

export interface PenetrationTestOutcome {
  /** Markdown. If omitted, it is generated from the issues. */
  readonly report?: string;
  /** If omitted, it is generated from the issues. */
  readonly pdf?: Uint8Array;
  /** How the test was done, which is the start of the report. */
  readonly method: string;
}

export interface PenetrationTestRunner {
  /** Checks whether an order of the organization would be accepted. @throws Unreachable if it would not */
  ready(organizationId: string, signal: AbortSignal): Promise<void>;
  /** Carries out one attempt. @throws PenetrationTestFailed if the attempt fails */
  perform(order: PenetrationTestOrder, context: PenetrationTestContext): Promise<PenetrationTestOutcome>;
}

/** An attempt failed for one of the reasons that callers are shown. */
export class PenetrationTestFailed extends Error {
  readonly code: Schemas['PenetrationTestFailureCode'];
  constructor(code: Schemas['PenetrationTestFailureCode'], message: string) {
    super(message);
    this.code = code;
  }
}
