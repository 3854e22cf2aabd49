/** @returns the watermark text on each page of a reader's copy (trust-access, rule 8) */
export function stampText({ organization, email }: { readonly organization: string; readonly email: string }): string {
  return `${organization} · requested by ${email}`;
}
