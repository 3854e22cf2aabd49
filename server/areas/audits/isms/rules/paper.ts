/** The printable content of a document, independent of the file format (isms, rule 15). It is stored with each version. */
import type { components } from '#generated/api';
import type { Person } from '#domain/people/members/person';
import { type DocumentType, templateOf } from './pack.ts';
import type { Section, SectionData } from './sections/blocks.ts';
import { sectionsOf } from './sections.ts';

type Schemas = components['schemas'];

export interface Paper {
  readonly organization: string;
  readonly title: string;
  readonly standard: string;
  readonly code: string;
  /** Labels and values shown on the cover page. */
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly sections: readonly Section[];
}

export interface PaperData extends SectionData {
  readonly organization: string;
  readonly document: {
    readonly type: DocumentType;
    readonly title: string;
    readonly status: Schemas['IsmsDocumentStatus'];
    readonly preparedBy: string;
    readonly createdAt: string;
  };
  /** The published version; undefined for a draft. */
  readonly published:
    | {
        readonly version: number;
        readonly at: string;
        readonly submission?:
          | {
              readonly submittedBy: Person | null;
              readonly submittedAt: string;
              readonly via: string | null;
              readonly selfApproved: boolean;
            }
          | undefined;
      }
    | undefined;
  readonly owner: string | undefined;
  readonly approver: string | undefined;
}

const statusLabels: Readonly<Record<Schemas['IsmsDocumentStatus'], string>> = {
  draft: 'Draft',
  in_progress: 'In progress',
  needs_review: 'Waiting for approval',
  approved: 'Approved',
  rejected: 'Rejected',
};

/** @returns the content of a document's file */
export function paperOf(data: PaperData): Paper {
  const { organization, document, published, owner, approver } = data;
  const { clause, position } = templateOf(document.type);
  return {
    organization,
    title: document.title,
    standard: `ISO/IEC 27001, clause ${clause}`,
    code: codeOf(organization, position + 1),
    facts: [
      ['Version', published ? String(published.version) : 'Draft'],
      ['Status', published ? statusLabels.approved : statusLabels[document.status]],
      ['Owner', owner ?? 'Not named'],
      ['Prepared by', document.preparedBy],
      ...submissionFacts(published?.submission),
      ['Approver', approver ?? 'Not named'],
      ['Created on', document.createdAt.slice(0, 10)],
      ['Approved on', published ? published.at.slice(0, 10) : 'Not approved'],
      ['Classification', 'Internal'],
      ['Next review', published ? `${yearAfter(published.at)}, or on material change` : 'Annually, or on material change'],
    ],
    sections: sectionsOf(document.type, data),
  };
}

type Submission = NonNullable<PaperData['published']>['submission'];

function submissionFacts(submission: Submission): (readonly [string, string])[] {
  if (!submission?.submittedBy) return [];
  const { submittedBy, submittedAt, via, selfApproved } = submission;
  return [
    ['Submitted by', `${submittedBy.user.name}${via === null ? '' : ` via ${via}`}`],
    ['Submitted on', submittedAt.slice(0, 10)],
    ...(selfApproved ? [['Approved by', 'the submitter, because nobody else could approve'] as const] : []),
  ];
}

/** @param number position of the document in the pack, from 1 @returns its code in Latin letters, such as `ACME-ISMS-001` */
export function codeOf(organization: string, number: number): string {
  const words = organization.toUpperCase().match(/[\p{Script=Latin}0-9]+/gu) ?? [];
  const [first = 'ORG'] = words;
  const initials = words.length > 1 ? words.map((word) => [...word][0] ?? '').join('') : [...first].slice(0, 4).join('');
  return `${initials}-ISMS-${String(number).padStart(3, '0')}`;
}

/** @param version undefined for a draft @returns the file name of the document */
export function fileNameOf(title: string, version: number | undefined, format: 'pdf' | 'docx'): string {
  const slug = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return `${slug || 'document'}-${version === undefined ? 'draft' : `v${version}`}.${format}`;
}

function yearAfter(moment: string): string {
  const day = new Date(moment);
  day.setUTCFullYear(day.getUTCFullYear() + 1);
  return day.toISOString().slice(0, 10);
}
