import { maxCellLength } from '#documents/tables/columns';
import { toOneLine, plainText } from '#documents/tables/texts';

/** A requirement found in a file. */
export interface FoundRequirement {
  /** The location in the file. */
  readonly place: string;
  readonly identifier: string;
  /** The id of a control in its catalog, which stays when its label changes. Undefined in tables. */
  readonly controlId: string | undefined;
  readonly name: string;
  /** Undefined if the file has no descriptions at all. */
  readonly description: string | undefined;
  /** Undefined if the file has no families at all, and empty if this one is missing. */
  readonly requirementFamily: string | undefined;
  /** Whether the file lists it as withdrawn, without a text. */
  readonly isWithdrawn: boolean;
}

/** Prepares a requirement for storage: identifier and name become single lines, characters that cannot be stored are removed, and excessive texts are cut. */
export function cleanRequirement({
  place,
  identifier,
  controlId,
  name,
  description,
  requirementFamily,
  ...found
}: FoundRequirement): FoundRequirement {
  return {
    ...found,
    place: toOneLine(place),
    identifier: toOneLine(shortened(identifier)),
    controlId: controlId === undefined ? undefined : toOneLine(controlId).slice(0, maxControlIdLength) || undefined,
    name: toOneLine(shortened(name)),
    description: description === undefined ? undefined : plainText(shortened(description)),
    requirementFamily: requirementFamily === undefined ? undefined : toOneLine(shortened(requirementFamily)),
  };
}

const shortened = (text: string) => text.slice(0, maxCellLength);

/** Maximum length of a stored id in characters. */
const maxControlIdLength = 255;

/** Maximum number of requirements in a file. */
export const maxRequirements = 5000;
