import type { Document, Operation } from './document.ts';
import { readsOfRecord } from './record-reads.ts';

/**
 * The texts of other records that an operation may declare in x-discloses, in words. Only names, titles, short descriptions and numbers:
 * whole records need their own permission.
 */
export const disclosableTexts: Readonly<Record<string, string>> = {
  'apiKey.name': 'names of API keys',
  'automation.name': 'names of automations',
  'checkResult.title': 'titles of check results',
  'context.answer': 'answers of context entries',
  'context.question': 'questions of context entries',
  'control.count': 'how many controls there are',
  'control.description': 'descriptions of controls',
  'control.name': 'names of controls',
  'device.hostname': 'host names of devices',
  'device.name': 'names of devices',
  'finding.count': 'how many findings there are',
  'finding.content': 'texts of findings',
  'framework.count': 'how many custom frameworks there are',
  'framework.description': 'descriptions of custom frameworks',
  'framework.name': 'names of custom frameworks',
  'integration.label': 'names of connections',
  'invitation.count': 'how many invitations there are',
  'member.count': 'how many members there are',
  'member.email': 'e-mail addresses of members',
  'member.jobTitle': 'job titles of members',
  'member.name': 'names of members',
  'organization.logoKey': 'links to the logos of organizations',
  'policy.content': 'published texts of policies',
  'policy.count': 'how many policies there are',
  'policy.name': 'names of policies',
  'questionnaire.fileName': 'file names of questionnaires',
  'questionnaire.vendorName': 'names of the senders of questionnaires',
  'questionnaireAnswer.answer': 'answers of questionnaires',
  'requirement.description': 'descriptions of custom requirements',
  'requirement.identifier': 'identifiers of custom requirements',
  'requirement.name': 'names of custom requirements',
  'risk.count': 'how many risks there are',
  'risk.description': 'descriptions of risks',
  'risk.title': 'titles of risks',
  'riskAcceptance.acceptedByName': 'names of those who accepted risks',
  'role.name': 'names of custom roles',
  'task.count': 'how many tasks there are',
  'task.description': 'descriptions of tasks',
  'task.title': 'titles of tasks',
  'taskItem.title': 'titles of task items',
  'upload.fileName': 'file names of uploads',
  'vendor.count': 'how many vendors there are',
  'vendor.description': 'descriptions of vendors',
  'vendor.logoUrl': 'logos of vendors',
  'vendor.name': 'names of vendors',
  'vendor.website': 'websites of vendors',
  'vendorAcceptance.acceptedByName': 'names of those who accepted vendors',
};

/** The maximum number of texts for one operation. */
export const maxDisclosures = 5;

/** The resource whose read permission covers a kind, where its name differs from the kind's. */
const resources: Readonly<Record<string, string>> = {
  automation: 'task',
  checkResult: 'integration',
  context: 'evidence',
  device: 'app',
  questionnaireAnswer: 'questionnaire',
  requirement: 'framework',
  riskAcceptance: 'risk',
  role: 'ac',
  taskItem: 'task',
  upload: 'evidence',
  vendorAcceptance: 'vendor',
};
const list = new Intl.ListFormat('en', { type: 'conjunction' });

/** @returns the texts that an operation declares, and the texts that the reads of the returned record declare */
export function disclosedBy(document: Document, path: string, operation: Operation): string[] {
  const reads = ['200', '201'].flatMap((status) => readsOfRecord(document, path, operation, status));
  return [...new Set([operation, ...reads].flatMap((one) => one['x-discloses'] ?? []))];
}

/** @returns the last sentence of the description of an operation */
export function describeDisclosures(texts: readonly string[]): string {
  const byPermission = Map.groupBy(texts, (text) => {
    const kind = text.slice(0, text.indexOf('.'));
    return `${resources[kind] ?? kind}:read`;
  });
  const parts = [...byPermission].map(
    ([permission, textGroup]) => `${list.format(mergeTexts(textGroup))} to callers without \`${permission}\``,
  );
  return `Also shows ${parts.join(', and ')}.`;
}

/** @returns the texts in words, with each kind of record once: "the names and logos of vendors" */
function mergeTexts(texts: readonly string[]): string[] {
  const words = texts.map((text) => /^(.*?) (of .*)$/.exec(disclosableTexts[text] ?? text) ?? [disclosableTexts[text] ?? text]);
  return [...Map.groupBy(words, ([whole = '', , records = whole]) => records)].map(([records, textGroup]) =>
    textGroup[0]?.[1] === undefined ? records : `the ${list.format(textGroup.map(([, noun = '']) => noun))} ${records}`,
  );
}
