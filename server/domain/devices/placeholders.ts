/** Detects placeholders in serial numbers and hardware ids, which do not identify one computer (devices, rule 12). */

/** Lowercase letters and digits only. This file imports nothing, because the agent uses the list, too. */
export const placeholders: ReadonlySet<string> = new Set([
  '0123456789',
  '012345678',
  '01234567',
  '1234567890',
  '123456789',
  '12345678',
  '1234567',
  '123456',
  '12345',
  '0x00000000',
  'asset1234567890',
  'baseboardserialnumber',
  'boardserialnumber',
  'bsn12345678901234567',
  'chassisserial',
  'chassisserialnumber',
  'csn12345678901234567',
  'default',
  'defaultbyoem',
  'defaultstring',
  'definedbyoem',
  'empty',
  'filledbyoem',
  'fillbyoem',
  'filledinbyoem',
  'invalid',
  'mb1234567890',
  'na',
  'nil',
  'none',
  'noserial',
  'noserialnumber',
  'notapplicable',
  'notavailable',
  'notdefined',
  'notprovided',
  'notset',
  'notsettable',
  'notspecified',
  'null',
  'oem',
  'productserialnumber',
  'serial',
  'serialnumber',
  'setbyoem',
  'sn',
  'ssn12345678901234567',
  'standard',
  'systemmanufacturer',
  'systemproductname',
  'systemserialnumber',
  'tbd',
  'tobedefinedbyoem',
  'tobefilledbyoem',
  'tobefilledbyoemtobefilledbyoem',
  'tobefilledinbyoem',
  'tobesetbyoem',
  'tobespecifiedbyoem',
  'type2boardserialnumber',
  'undefined',
  'unknown',
  'unspecified',
  // Default hardware ids of mainboards.
  '00020003000400050006000700080009',
  '03000200040005000006000700080009',
  '12345678123456781234567812345678',
  '1234567812345678123456789012',
  '123456781234567890abcddeefaabbcc',
  '12345678123412341234123456789abc',
]);

/** @returns whether the text is empty, in the list, a sequence of ascending digits, or repeats one or two characters */
export function isPlaceholder(text: string): boolean {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
  const isListed = plain === '' || placeholders.has(plain) || (plain.length > 4 && '01234567890123456789'.includes(plain));
  return isListed || isRepeated(plain, 1) || (plain.length > 4 && isRepeated(plain, 2));
}

function isRepeated(text: string, length: number): boolean {
  return text.length % length === 0 && text === text.slice(0, length).repeat(text.length / length);
}

/** @returns the trimmed value; undefined for a value that does not identify a computer */
export function usableIdentity(text: string | undefined): string | undefined {
  const trimmed = text?.trim();
  return trimmed === undefined || isPlaceholder(trimmed) ? undefined : trimmed;
}
