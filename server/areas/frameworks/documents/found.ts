import { longestCell } from '../../../domain/tables/columns.ts';
import { inOneLine, plainText } from '../../../domain/tables/texts.ts';

/** A requirement as a file has it. */
export interface FoundRequirement {
  /** Where it stands in the file. */
  readonly place: string;
  readonly identifier: string;
  /** The id of a control in its catalog, which stays when it gets another label. Undefined in tables. */
  readonly controlId: string | undefined;
  readonly name: string;
  /** Undefined when the file says nothing of it at all. */
  readonly description: string | undefined;
  /** The same; empty where the file leaves it out. */
  readonly requirementFamily: string | undefined;
  /** Whether the file has it, but no text for it any more. */
  readonly isWithdrawn: boolean;
}

/** As it can be stored: identifier and name in one line, and no text with characters that no text has. What is far too long is shortened. */
export function cleaned({
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
    place: inOneLine(place),
    identifier: inOneLine(shortened(identifier)),
    controlId: controlId === undefined ? undefined : inOneLine(controlId).slice(0, longestControlId) || undefined,
    name: inOneLine(shortened(name)),
    description: description === undefined ? undefined : plainText(shortened(description)),
    requirementFamily: requirementFamily === undefined ? undefined : inOneLine(shortened(requirementFamily)),
  };
}

const shortened = (text: string) => text.slice(0, longestCell);

/** Most characters of an id that is kept. */
const longestControlId = 255;

/** Most requirements that are taken from one file. */
export const mostRequirements = 5000;
