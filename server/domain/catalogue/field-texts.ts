/** Reads policy texts and control descriptions, which determine the weights of words in the compliance domain. */
import { readdirSync, readFileSync } from 'node:fs';
import { isObject } from '#platform/json-object';
import { readPolicies } from './policy-files.ts';

const folder = new URL('./data/', import.meta.url);

/** @returns the policy texts and control descriptions; reads the files on every call */
export function listComplianceTexts(): string[] {
  const controlDescriptions = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) => controlDescriptionsIn(JSON.parse(readFileSync(new URL(file, folder), 'utf8'))));
  return [...readPolicies().map(({ markdown }) => markdown), ...controlDescriptions];
}

/** @param data a list of controls or tasks, or an object with both lists @returns the descriptions of the controls */
function controlDescriptionsIn(data: unknown): string[] {
  const items = isObject(data) ? data.controls : data;
  if (!Array.isArray(items)) return [];
  return items.flatMap((item: unknown) =>
    isObject(item) && typeof item.controlFamily === 'string' && typeof item.description === 'string' ? [item.description] : [],
  );
}
