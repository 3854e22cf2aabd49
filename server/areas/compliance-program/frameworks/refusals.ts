import { refusal } from '#platform/refusals/refusal';

/** @returns the refusal of an id that is neither a catalog framework nor a custom framework of the organization */
export const frameworkNotFound = () => refusal('framework_not_found');
/** @returns the refusal of an id that is not an adopted framework of the organization */
export const instanceNotFound = () => refusal('framework_instance_not_found');
export const requirementNotFound = () => refusal('requirement_not_found');
export const notCustom = () => refusal('requirement_not_custom');
export const identifierTaken = () => refusal('requirement_identifier_taken');
