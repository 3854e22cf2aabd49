/** Error responses about frameworks and requirements. */
import { refusal } from '#platform/refusals/refusal';

/** @returns the error response for an id that is neither of a catalog framework nor of a custom framework of the organization */
export const frameworkNotFound = () => refusal('framework_not_found');
/** @returns the error response for an id that is not of an adopted framework of the organization */
export const instanceNotFound = () => refusal('framework_instance_not_found');
export const requirementNotFound = () => refusal('requirement_not_found');
export const notCustom = () => refusal('requirement_not_custom');
export const identifierTaken = () => refusal('requirement_identifier_taken');
