/** Requirements in a catalog of OSCAL 1.1, as JSON: groups, controls, their enhancements, parts and parameters (spec/areas/frameworks, rule 30). */
import { isObject, type JsonObject } from '../../../platform/json-object.ts';
import { broken } from '../../../documents/extraction/unusable.ts';
import { mostRequirements, type FoundRequirement } from './found.ts';

/** How deep groups, controls and parts may be nested. */
const deepest = 20;
/** Most characters of one text, and most parameters that are put into it: what is longer is refused anyway. */
const [longest, mostInsertions] = [20_000, 500];

/** @throws Unusable for what is no JSON @returns the controls, in their order; none for another kind of document */
export function requirementsInCatalog(text: string): FoundRequirement[] {
  const document = parse(text);
  const catalog = isObject(document) ? document.catalog : undefined;
  if (!isObject(catalog)) return [];
  const found: FoundRequirement[] = [];
  collect(catalog, '', parametersOf(catalog), found, 0);
  return found;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw broken();
  }
}

type Parameters = ReadonlyMap<string, JsonObject>;

/** @param holder a catalog, a group or a control @param family title of the nearest group */
function collect(holder: JsonObject, family: string, parameters: Parameters, found: FoundRequirement[], depth: number): void {
  if (depth > deepest) throw broken();
  for (const group of objectsIn(holder.groups)) {
    const known = new Map([...parameters, ...parametersOf(group)]);
    collect(group, textIn(group.title) || family, known, found, depth + 1);
  }
  for (const control of objectsIn(holder.controls)) {
    if (found.length > mostRequirements) return;
    const known = new Map([...parameters, ...parametersOf(control)]);
    found.push(requirementOf(control, family, known));
    collect(control, family, known, found, depth + 1);
  }
}

function requirementOf(control: JsonObject, family: string, parameters: Parameters): FoundRequirement {
  const id = textIn(control.id);
  return {
    place: id || '?',
    identifier: labelOf(control) || id,
    controlId: id || undefined,
    name: textIn(control.title),
    description: new Writer(parameters).statementOf(control),
    requirementFamily: family,
    isWithdrawn: propertiesOf(control).some(({ name, value }) => name === 'status' && /^withdrawn$/i.test(textIn(value))),
  };
}

function propertiesOf(holder: JsonObject): JsonObject[] {
  return objectsIn(holder.props);
}

/** The one without a class is the one that people use. */
function labelOf(holder: JsonObject): string {
  const labels = propertiesOf(holder).filter(({ name }) => name === 'label');
  return textIn((labels.find((label) => label.class === undefined) ?? labels[0])?.value);
}

function parametersOf(holder: JsonObject): Parameters {
  return new Map(objectsIn(holder.params).map((parameter) => [textIn(parameter.id), parameter]));
}

function objectsIn(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

/** Writes the statement of one control. */
class Writer {
  readonly #parameters: Parameters;
  #insertions = 0;
  constructor(parameters: Parameters) {
    this.#parameters = parameters;
  }

  /** The statement; without one, all parts but those that say how it is to be understood or assessed. */
  statementOf(control: JsonObject): string {
    const parts = objectsIn(control.parts);
    const statements = parts.filter(({ name }) => name === 'statement');
    const others = parts.filter(({ name }) => !/^(guidance|overview|assessment|example)/.test(textIn(name)));
    const lines: string[] = [];
    for (const part of statements.length ? statements : others) this.#write(part, lines, 0);
    return lines.join('\n').trim().slice(0, longest);
  }

  #write(part: JsonObject, lines: string[], depth: number): void {
    if (depth > deepest || lines.length > longest) throw broken();
    const line = [labelOf(part), this.#filled(textIn(part.prose), 0)].filter((text) => text !== '').join(' ');
    if (line) lines.push(line);
    for (const inner of objectsIn(part.parts)) this.#write(inner, lines, depth + 1);
  }

  /** With the parameters put in, which may have parameters themselves. */
  #filled(prose: string, depth: number): string {
    return prose
      .slice(0, longest)
      .replaceAll(/\{\{ {0,5}(?:insert: {0,5}param, {0,5})?([\w.-]{1,200}) {0,5}\}\}/g, (insertion, id: string) => {
        const parameter = this.#parameters.get(id);
        this.#insertions += 1;
        return parameter && depth < 5 && this.#insertions <= mostInsertions ? this.#valueOf(parameter, depth + 1) : insertion;
      })
      .slice(0, longest);
  }

  #valueOf({ values, select, label }: JsonObject, depth: number): string {
    const given = textsIn(values);
    if (given.length) return given.map((text) => this.#filled(text, depth)).join(', ');
    const choices = isObject(select) ? textsIn(select.choice) : [];
    if (choices.length) return `[Selection: ${choices.map((text) => this.#filled(text, depth)).join('; ')}]`;
    return `[Assignment: ${this.#filled(textIn(label), depth) || 'to be defined'}]`;
  }
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.map(textIn).filter((text) => text !== '') : [];
}
