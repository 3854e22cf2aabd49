/** How the field speaks, for those who weigh words: the texts of policies and what controls say, without the rest of the catalog. */
import { readdirSync, readFileSync } from 'node:fs';
import { isObject } from '../../platform/json-object.ts';
import { readPolicies } from './policy-files.ts';

const folder = new URL('./data/', import.meta.url);

/** Reads them from the files each time. */
export function fieldTexts(): string[] {
  const controls = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) => controlsIn(JSON.parse(readFileSync(new URL(file, folder), 'utf8'))));
  return [...readPolicies().map(({ markdown }) => markdown), ...controls];
}

/** @param data a list of controls or of tasks, or lists of both @returns the descriptions of the controls */
function controlsIn(data: unknown): string[] {
  const list = isObject(data) ? data.controls : data;
  if (!Array.isArray(list)) return [];
  return list.flatMap((one: unknown) =>
    isObject(one) && typeof one.controlFamily === 'string' && typeof one.description === 'string' ? [one.description] : [],
  );
}
