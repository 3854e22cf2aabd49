/** Texts of notifications about findings (findings, rule 7). */
import type { components } from '#generated/api';

type Finding = components['schemas']['Finding'];
/** The names of the targets of a finding. */
export interface FindingTargets {
  readonly task: { readonly title: string } | null;
  readonly policy: { readonly name: string } | null;
  readonly vendor: { readonly name: string } | null;
  readonly risk: { readonly title: string } | null;
  readonly member: { readonly user: { readonly name: string; readonly email: string } } | null;
  readonly evidenceSubmission: { readonly formType: string } | null;
  readonly evidenceFormType: string | null;
  readonly area: string | null;
}

/** A notification about a finding, and its recipients. */
export interface Message {
  readonly to: 'recipients' | 'author';
  readonly subject: string;
  /** The text before the link to the finding. */
  readonly text: string;
}

const maxLength = 200;

/**
 * Creates the message about a new finding.
 * @param actingName name of the acting member
 */
export function creationMessage(finding: Finding, actingName: string): Message {
  const target = describeTarget(finding);
  return {
    to: 'recipients',
    subject: creationSubject(finding),
    text: `${actingName} raised a finding of ${finding.severity} severity about ${target}:\n\n${truncate(finding.content)}`,
  };
}

/** @param finding in its new status @param actingName name of the acting member @returns undefined if nobody is notified of this status */
export function statusMessage(finding: Finding, actingName: string): Message | undefined {
  const target = describeTarget(finding);
  const { status, content, revisionNote } = finding;
  if (status === 'ready_for_review')
    return {
      to: 'author',
      subject: `Finding ready for review: ${target}`,
      text: `${actingName} marked the finding about ${target} as ready for review:\n\n${truncate(content)}`,
    };
  if (status === 'needs_revision')
    return {
      to: 'recipients',
      subject: `Finding needs revision: ${target}`,
      text: `${actingName} asks for a revision of the finding about ${target}:\n\n${truncate(revisionNote ?? content)}`,
    };
  if (status === 'closed')
    return {
      to: 'recipients',
      subject: `Finding closed: ${target}`,
      text: `${actingName} closed the finding about ${target}:\n\n${truncate(content)}`,
    };
  return undefined;
}

/** @returns the subject line of the notification about a new finding */
export function creationSubject(finding: FindingTargets): string {
  return `New finding about ${describeTarget(finding)}`;
}

/** Describes the target of the finding. */
function describeTarget({ task, policy, vendor, risk, member, evidenceSubmission, evidenceFormType, area }: FindingTargets): string {
  if (task) return `the task "${task.title}"`;
  if (policy) return `the policy "${policy.name}"`;
  if (vendor) return `the vendor "${vendor.name}"`;
  if (risk) return `the risk "${risk.title}"`;
  if (member) return member.user.name || member.user.email;
  if (evidenceSubmission) return `a submission of the form ${evidenceSubmission.formType}`;
  return evidenceFormType === null ? `the area ${area}` : `the form ${evidenceFormType}`;
}

function truncate(text: string): string {
  const characters = [...text];
  return characters.length > maxLength ? `${characters.slice(0, maxLength).join('')}…` : text;
}
