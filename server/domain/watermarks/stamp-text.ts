/** @returns what stands across each page that is made for a reader (spec/areas/trust-access, rule 8) */
export function stampText({ organization, email }: { readonly organization: string; readonly email: string }): string {
  return `${organization} · requested by ${email}`;
}
