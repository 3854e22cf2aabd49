/** The work of a worker: a non-disclosure agreement as a PDF. */
import { piecesOf, type Work } from '../../../platform/workers/work.ts';
import { agreementOf, type AgreementPages } from './agreement.ts';

const agreement: Work<AgreementPages, never> = async (pages) => piecesOf(await agreementOf(pages));

export default agreement;
