/** Worker that creates non-disclosure agreements as PDF. */
import { splitBytes, type Work } from '#platform/workers/work';
import { createAgreementPdf, type AgreementPages } from './agreement.ts';

const createAgreement: Work<AgreementPages, never> = async (pages) => splitBytes(await createAgreementPdf(pages));

export default createAgreement;
