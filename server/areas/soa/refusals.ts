import { invalid, refusal } from '../../platform/refusals/refusal.ts';

export const documentNotFound = () => refusal(404, 'SOA document not found');
export const questionNotFound = () => refusal(404, 'Question not found');
export const documentPending = () => refusal(409, 'The document is waiting for approval');
export const reasonMissing = () => invalid({ justification: 'is required when the control is not applicable' });
