/** The stored form of ISMS documents. */
import type { components } from '#generated/api';
import type { DocumentType } from './pack.ts';

/** A stored document without its rows. */
export interface StoredDocument {
  readonly id: string;
  readonly organizationId: string;
  readonly frameworkId: string;
  readonly requirementId: string | null;
  readonly templateId: string | null;
  readonly type: DocumentType;
  readonly title: string;
  readonly status: components['schemas']['IsmsDocumentStatus'];
  readonly preparedBy: string;
  readonly approverId: string | null;
  readonly approvedAt: string | null;
  readonly declinedAt: string | null;
  readonly declineReason: string | null;
  readonly narrative: unknown;
  readonly baseline: unknown;
  readonly submittedBy: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly version: number;
  readonly versionId: string | null;
  readonly versionNumber: number | null;
  readonly publishedAt: string | null;
}
