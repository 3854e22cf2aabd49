/** @returns the watermark on each page of a copy for a reader (trust-access, rule 8) */
export function stampText({ organization, email }: { readonly organization: string; readonly email: string }): string {
  return `${organization} · requested by ${email}`;
}
