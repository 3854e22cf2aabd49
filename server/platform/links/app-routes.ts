/** The paths of the application's pages for records (APP_ROUTES). They are templates with placeholders in braces. */
import { hasParent, isRecordType, type RecordReference, type RecordType, recordTypes } from './records.ts';

/** The template of each type of record that has a page. */
export type AppRoutes = Readonly<Partial<Record<RecordType, string>>>;

const defaultRoutes: AppRoutes = {
  organization: '/{organizationId}',
  risk: '/{organizationId}/risks/{id}',
  task: '/{organizationId}/tasks/{id}',
  task_item: '{parentPage}?taskItemId={id}',
  policy: '/{organizationId}/policies/{id}',
  framework: '/{organizationId}/frameworks/{id}',
  timeline: '/{organizationId}/frameworks/{parentId}',
  finding: '/{organizationId}/findings?open={id}',
  evidence_submission: '/{organizationId}/documents/{parentId}/submissions/{id}',
  person: '/{organizationId}/people/{id}',
  invitation: '/invite/{id}',
  vendor: '/{organizationId}/vendors/{id}',
  comment: '{parentPage}',
  attachment: '{parentPage}',
  engagement_letter: '/{organizationId}/letters-of-engagement/{id}',
  trust_access_request: '/{organizationId}/trust/requests',
  visitor_questionnaire: '/{organizationId}/trust/questionnaires/{id}',
};

const parentPage = '{parentPage}';
const placeholders = ['{organizationId}', '{id}', '{parentId}'];

/** @param changes templates that replace or complete the default ones */
export function appRoutesWith(changes: AppRoutes): AppRoutes {
  return { ...defaultRoutes, ...changes };
}

/** @returns the types and templates of all pages, in the order of the contract */
export function listRoutes(routes: AppRoutes): { readonly type: RecordType; readonly path: string }[] {
  return recordTypes.flatMap((type) => {
    const path = routes[type];
    return path === undefined ? [] : [{ type, path }];
  });
}

/** @returns what is wrong with a template for the type, as the end of a sentence; undefined if it can be filled */
export function findRouteError(type: string, template: unknown): string | undefined {
  if (!isRecordType(type)) return `is no type of records; the types are ${recordTypes.join(', ')}`;
  if (typeof template !== 'string') return 'must be a text';
  if (!/^(?:\/(?!\/)|\{parentPage\})[\w\-.~!$&'()*+,;=:@%/?#{}]*$/.test(template))
    return 'must be a path that begins with / or {parentPage}';
  const rest = template.startsWith(parentPage) ? template.slice(parentPage.length) : template;
  const unknownPlaceholder = rest.match(/\{[^{}]*\}?|\}/g)?.find((placeholder) => !placeholders.includes(placeholder));
  if (unknownPlaceholder !== undefined)
    return `has the placeholder ${unknownPlaceholder}; the placeholders are ${placeholders.join(', ')}, and {parentPage} at the beginning`;
  if (!hasParent(type) && /\{parent(?:Id|Page)\}/.test(template)) return 'has a placeholder for a parent, but these records have none';
  // Links to the page on which a comment was written are accepted below this page only.
  if (type === 'organization' && !/^[^?#]*\{organizationId\}/.test(template)) return 'must contain {organizationId} in its path';
  return undefined;
}

/** @returns the path of the record's page; undefined if it has none, or if that depends on a parent which is not known */
export function pagePath(routes: AppRoutes, organizationId: string, { type, id, parent }: RecordReference): string | undefined {
  const template = routes[type];
  if (template === undefined || (parent === undefined && /\{parent(?:Id|Page)\}/.test(template))) return undefined;
  const values: Readonly<Record<string, string | undefined>> = { organizationId, id, parentId: parent?.id };
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  if (parent === undefined || !template.startsWith(parentPage)) return fill(template);
  const base = pagePath(routes, organizationId, parent);
  const rest = fill(template.slice(parentPage.length));
  return base === undefined ? undefined : `${base}${base.includes('?') ? rest.replace(/^\?/, '&') : rest}`;
}
