import { refusal } from '../../platform/refusals/refusal.ts';

export const memberNotFound = () => refusal(404, 'Member not found');
