/** Limits and normalizes requirements that are imported from files. */
import { maxCellLength } from '#documents/tables/columns';
import { toOneLine, plainText } from '#documents/tables/texts';

/** A requirement found in a file. */
export interface FoundRequirement {
  /** The location in the file, for messages to people. */
  readonly place: string;
  readonly identifier: string;
  /** The id of a control in its catalog, which stays when its label changes. Undefined in tables. */
  readonly controlId: string | undefined;
  readonly name: string;
  /** Undefined if the file has no descriptions at all. */
  readonly description: string | undefined;
  /** Undefined if the file has no families at all, and empty if this requirement has no family. */
  readonly requirementFamily: string | undefined;
  /** Whether the file lists the requirement as withdrawn. Withdrawn requirements have no text. */
  readonly isWithdrawn: boolean;
}

/** Prepares a requirement for storage: makes identifier and name single lines, removes unstorable characters, and truncates long texts. */
export function cleanRequirement({
  place,
  identifier,
  controlId,
  name,
  description,
  requirementFamily,
  ...otherFields
}: FoundRequirement): FoundRequirement {
  return {
    ...otherFields,
    place: toOneLine(place),
    identifier: toOneLine(truncate(identifier)),
    controlId: controlId === undefined ? undefined : toOneLine(controlId).slice(0, maxControlIdLength) || undefined,
    name: toOneLine(truncate(name)),
    description: description === undefined ? undefined : plainText(truncate(description)),
    requirementFamily: requirementFamily === undefined ? undefined : toOneLine(truncate(requirementFamily)),
  };
}

const truncate = (text: string) => text.slice(0, maxCellLength);

/** Maximum length of a stored control id, in characters. */
const maxControlIdLength = 255;

/** Maximum number of requirements in a file. */
export const maxRequirements = 5000;
