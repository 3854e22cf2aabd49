import { refusal } from '../../platform/refusals/refusal.ts';

export const frameworkNotFound = () => refusal(404, 'Framework not found');
export const requirementNotFound = () => refusal(404, 'Requirement not found');
export const notCustom = () => refusal(409, 'Only custom requirements can be changed');
export const identifierTaken = () => refusal(409, 'A requirement with this identifier already exists');
