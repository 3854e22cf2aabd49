/** Names and places of the PDFs of policies (spec/areas/policies, rule 13). */

/** @returns the folder of a policy below that of the organization */
export function folderOf(policyId: string): string {
  return `policies/${policyId}`;
}

/** @returns the name that a stored file had, in the form that keys have */
export function fileNameIn(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1).replace(/^\d+-[0-9a-f]{32}-/, '');
}

/** @returns the name of the file of a policy that is typeset */
export function pdfNameOf(policyName: string): string {
  return `${slugOf(policyName)}.pdf`;
}

/** @returns the name of the table of signatures of a policy */
export function tableNameOf(policyName: string): string {
  return `${slugOf(policyName)}-signatures.csv`;
}

function slugOf(name: string): string {
  const words =
    name
      .normalize('NFKD')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  return words.join('-').slice(0, 80) || 'policy';
}
