import type { RichNode } from '../../documents/rich-text/nodes.ts';

/** A policy as it stands in a document. */
export interface PolicyDocument {
  readonly name: string;
  /** As in the API: `published`, `needs_review` or `draft`. */
  readonly status: string;
  readonly version: number | null;
  readonly department: string | null;
  readonly approver: string | null;
  readonly publishedAt: string | null;
  readonly reviewDate: string | null;
  /** In the order in which it is shown. */
  readonly history: readonly {
    readonly version: number;
    readonly publishedAt: string | null;
    readonly publishedBy: string | null;
    readonly changelog: string | null;
  }[];
  /** Nodes of rich text. */
  readonly content: readonly unknown[];
  /** Whether the text is too long for the document, and the content therefore empty. */
  readonly isTextLeftOut?: boolean;
  /** Takes the place of the content where it can be read. */
  readonly pdf: Uint8Array | null;
}

/** A policy whose text is in known members. */
export type SetPolicy = Omit<PolicyDocument, 'content'> & { readonly content: readonly RichNode[] };

/** One policy or several, in the order in which they are given. */
export interface PolicyBundle {
  readonly organization: string;
  /** Of the organization, as `#rrggbb`. */
  readonly color: string | null;
  /** Of the document, as a date or a timestamp. */
  readonly date: string;
  readonly title: string;
  /** Whether it begins with a page that names it, with its contents. */
  readonly cover: boolean;
  readonly policies: readonly PolicyDocument[];
}
