import { refusal } from '../../platform/refusals/refusal.ts';

export const frameworkNotFound = () => refusal('framework_not_found');
export const requirementNotFound = () => refusal('requirement_not_found');
export const notCustom = () => refusal('requirement_not_custom');
export const identifierTaken = () => refusal('requirement_identifier_taken');
