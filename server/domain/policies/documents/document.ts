/** The data of the policies that are rendered in a document. */
import type { RichNode } from '#documents/rich-text/nodes';

/** The data of a policy that is rendered in a document. */
export interface PolicyDocument {
  readonly name: string;
  /** The status in the API: `published`, `needs_review` or `draft`. */
  readonly status: string;
  readonly version: number | null;
  readonly department: string | null;
  readonly approver: string | null;
  readonly publishedAt: string | null;
  readonly reviewDate: string | null;
  /** The versions, in display order. */
  readonly history: readonly {
    readonly version: number;
    readonly publishedAt: string | null;
    readonly publishedBy: string | null;
    /** The API key that published or submitted the version. */
    readonly via?: string | null;
    readonly submittedBy?: string | null;
    readonly approvedBy?: string | null;
    readonly selfApproved?: boolean;
    readonly changelog: string | null;
  }[];
  /** The nodes of the rich text. */
  readonly content: readonly unknown[];
  /** Whether the text was left out because the document would be too large. The content is then empty. */
  readonly isTextLeftOut?: boolean;
  /** The policy's uploaded PDF, which replaces the content if the PDF is readable. */
  readonly pdf: Uint8Array | null;
}

/** A policy whose content is normalized. */
export type NormalizedPolicy = Omit<PolicyDocument, 'content'> & { readonly content: readonly RichNode[] };

/** The policies that are rendered in one document, in this order. */
export interface PolicyBundle {
  readonly organization: string;
  /** The organization's color, as `#rrggbb`. */
  readonly color: string | null;
  /** The date of the document, as a date or timestamp. */
  readonly date: string;
  readonly title: string;
  /** Whether the document has a cover page with a table of contents. */
  readonly cover: boolean;
  readonly policies: readonly PolicyDocument[];
}
