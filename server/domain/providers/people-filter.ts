/** Selects the people of a source by its variables (spec/areas/integrations, rule 10). */
import { type FieldOption, type Source, textIn, type Variable, type Variables } from './manifest.ts';

/** @param units asks which units there are to choose from */
export function filterVariables(units: (source: Source) => Promise<readonly FieldOption[]>): Variable[] {
  const terms = 'Addresses, domains such as @example.com, or parts of them; one on each line, or separated by commas.';
  return [
    {
      id: 'sync_user_filter_mode',
      label: 'Whom to bring in',
      type: 'select',
      default: 'all',
      options: [
        { value: 'all', label: 'Everybody' },
        { value: 'exclude', label: 'Everybody but those excluded' },
        { value: 'include', label: 'Only those included' },
      ],
    },
    { id: 'sync_excluded_emails', label: 'Excluded', type: 'text', helpText: terms },
    { id: 'sync_included_emails', label: 'Included', type: 'text', helpText: terms },
    {
      id: 'target_org_units',
      label: 'Departments',
      type: 'multi_select',
      helpText: 'Only people of these departments. Without any, all of them.',
      fetchOptions: units,
    },
  ];
}

export interface Listed {
  /** Lower-case. */
  readonly email: string;
  readonly department: string | undefined;
}
/** Those who are excluded are to go; those who are outside what is included are nobody's business here. */
export type Selection = 'selected' | 'excluded' | 'outside';

export function selectedBy(variables: Variables): (person: Listed) => Selection {
  const mode = textIn(variables, 'sync_user_filter_mode');
  const [excluded, included] = [termsIn(textIn(variables, 'sync_excluded_emails')), termsIn(textIn(variables, 'sync_included_emails'))];
  const units = [variables.target_org_units ?? []].flat().map(String);
  return ({ email, department }) => {
    if (units.length && !units.includes(department ?? '')) return 'outside';
    if (mode === 'exclude' && excluded.some((term) => meets(email, term))) return 'excluded';
    return mode === 'include' && included.length && !included.some((term) => meets(email, term)) ? 'outside' : 'selected';
  };
}

function termsIn(text: string): string[] {
  return text
    .split(/[\n,;]/)
    .map((term) => term.trim().toLowerCase())
    .filter((term) => term !== '');
}

/** A whole address is that address, `@domain` its end, anything else a domain or a part. */
function meets(email: string, term: string): boolean {
  if (term.startsWith('@')) return email.endsWith(term);
  return term.includes('@') ? email === term : email.includes(term);
}
