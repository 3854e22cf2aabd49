/** What people are mailed about a finding (spec/areas/findings, rule 7). */
import type { components } from '../../../../generated/api.d.ts';

type Finding = components['schemas']['Finding'];
/** What a finding is about, by its names. */
export interface About {
  readonly task: { readonly title: string } | null;
  readonly policy: { readonly name: string } | null;
  readonly vendor: { readonly name: string } | null;
  readonly risk: { readonly title: string } | null;
  readonly member: { readonly user: { readonly name: string; readonly email: string } } | null;
  readonly evidenceSubmission: { readonly formType: string } | null;
  readonly evidenceFormType: string | null;
  readonly area: string | null;
}

/** What is mailed when something happened to a finding, and whom it is for. */
export interface Message {
  readonly to: 'recipients' | 'author';
  readonly subject: string;
  readonly text: string;
}

const longest = 200;

/** @param by name of who raised it @param address of its page */
export function raised(finding: Finding, by: string, address: string): Message {
  const about = aboutOf(finding);
  return {
    to: 'recipients',
    subject: subjectOfNew(finding),
    text: `${by} raised a finding of ${finding.severity} severity about ${about}:\n\n${cut(finding.content)}\n\n${address}\n`,
  };
}

/** @param finding in its new status @param by name of who moved it @returns undefined when nobody is told */
export function movedTo(finding: Finding, by: string, address: string): Message | undefined {
  const about = aboutOf(finding);
  const { status, content, revisionNote } = finding;
  if (status === 'ready_for_review')
    return {
      to: 'author',
      subject: `Finding ready for review: ${about}`,
      text: `${by} marked the finding about ${about} as ready for review:\n\n${cut(content)}\n\n${address}\n`,
    };
  if (status === 'needs_revision')
    return {
      to: 'recipients',
      subject: `Finding needs revision: ${about}`,
      text: `${by} asks for a revision of the finding about ${about}:\n\n${cut(revisionNote ?? content)}\n\n${address}\n`,
    };
  if (status === 'closed')
    return {
      to: 'recipients',
      subject: `Finding closed: ${about}`,
      text: `${by} closed the finding about ${about}:\n\n${cut(content)}\n\n${address}\n`,
    };
  return undefined;
}

/** @returns the subject of what is mailed about a finding that was just raised */
export function subjectOfNew(finding: About): string {
  return `New finding about ${aboutOf(finding)}`;
}

/** What the finding is about, in words. */
function aboutOf({ task, policy, vendor, risk, member, evidenceSubmission, evidenceFormType, area }: About): string {
  if (task) return `the task "${task.title}"`;
  if (policy) return `the policy "${policy.name}"`;
  if (vendor) return `the vendor "${vendor.name}"`;
  if (risk) return `the risk "${risk.title}"`;
  if (member) return member.user.name || member.user.email;
  if (evidenceSubmission) return `a submission of the form ${evidenceSubmission.formType}`;
  return evidenceFormType === null ? `the area ${area}` : `the form ${evidenceFormType}`;
}

function cut(text: string): string {
  const characters = [...text];
  return characters.length > longest ? `${characters.slice(0, longest).join('')}…` : text;
}
