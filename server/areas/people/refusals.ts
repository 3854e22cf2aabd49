import { refusal } from '../../contract/errors.ts';

export const memberNotFound = () => refusal(404, 'Member not found');
