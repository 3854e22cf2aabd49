/** Defines the variables that select which people of a source are imported, and applies them (integrations, rule 10). */
import { type FieldOption, type Source, textValue, type Variable, type Variables } from './manifest.ts';

/** @param fetchDepartments fetches the departments that can be chosen */
export function filterVariables(fetchDepartments: (source: Source) => Promise<readonly FieldOption[]>): Variable[] {
  const terms = 'Addresses, domains such as @example.com, or parts of them; one on each line, or separated by commas.';
  return [
    {
      id: 'sync_user_filter_mode',
      label: 'Whom to bring in',
      type: 'select',
      role: 'other',
      default: 'all',
      options: [
        { value: 'all', label: 'Everybody' },
        { value: 'exclude', label: 'Everybody but those excluded' },
        { value: 'include', label: 'Only those included' },
      ],
    },
    { id: 'sync_excluded_emails', label: 'Excluded', type: 'text', role: 'other', helpText: terms },
    { id: 'sync_included_emails', label: 'Included', type: 'text', role: 'other', helpText: terms },
    {
      id: 'target_org_units',
      label: 'Departments',
      type: 'multi_select',
      role: 'other',
      helpText: 'Only people of these departments. Without any, all of them.',
      fetchOptions: fetchDepartments,
    },
  ];
}

export interface FilteredPerson {
  /** In lower case. */
  readonly email: string;
  readonly department: string | undefined;
}
/** People who are excluded are deactivated if they are members. People outside of the selection are ignored. */
export type Selection = 'selected' | 'excluded' | 'outside';

export function createPeopleFilter(variables: Variables): (person: FilteredPerson) => Selection {
  const mode = textValue(variables, 'sync_user_filter_mode');
  const [excluded, included] = [
    parseTerms(textValue(variables, 'sync_excluded_emails')),
    parseTerms(textValue(variables, 'sync_included_emails')),
  ];
  const departments = [variables.target_org_units ?? []].flat().map(String);
  return ({ email, department }) => {
    if (departments.length && !departments.includes(department ?? '')) return 'outside';
    if (mode === 'exclude' && excluded.some((term) => matchesTerm(email, term))) return 'excluded';
    return mode === 'include' && included.length && !included.some((term) => matchesTerm(email, term)) ? 'outside' : 'selected';
  };
}

function parseTerms(text: string): string[] {
  return text
    .split(/[\n,;]/)
    .map((term) => term.trim().toLowerCase())
    .filter((term) => term !== '');
}

/** `@domain` matches the end of an address, a term with a local part the whole address, and any other term a part of it. */
function matchesTerm(email: string, term: string): boolean {
  if (term.startsWith('@')) return email.endsWith(term);
  return term.includes('@') ? email === term : email.includes(term);
}
