/** Returns names and folders of the files of policies (policies, rule 13). */

/** @returns the folder of a policy within the folder of the organization */
export function folderOf(policyId: string): string {
  return `policies/${policyId}`;
}

/** @returns the file name that the key of a stored file contains */
export function fileNameIn(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1).replace(/^\d+-[0-9a-f]{32}-/, '');
}

/** @returns the file name of a policy that is exported as PDF */
export function pdfNameOf(policyName: string): string {
  return `${slugOf(policyName)}.pdf`;
}

/** @returns the file name of the table of signatures of a policy */
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
