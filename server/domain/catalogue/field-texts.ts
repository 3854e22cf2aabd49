/** Texts of the compliance domain, for weighting words: policy texts and control descriptions. */
import { readdirSync, readFileSync } from 'node:fs';
import { isObject } from '#platform/json-object';
import { readPolicies } from './policy-files.ts';

const folder = new URL('./data/', import.meta.url);

/** Reads the files on every call. */
export function fieldTexts(): string[] {
  const controls = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) => controlsIn(JSON.parse(readFileSync(new URL(file, folder), 'utf8'))));
  return [...readPolicies().map(({ markdown }) => markdown), ...controls];
}

/** @param data a list of controls or tasks, or an object with both lists @returns the descriptions of the controls */
function controlsIn(data: unknown): string[] {
  const list = isObject(data) ? data.controls : data;
  if (!Array.isArray(list)) return [];
  return list.flatMap((one: unknown) =>
    isObject(one) && typeof one.controlFamily === 'string' && typeof one.description === 'string' ? [one.description] : [],
  );
}
