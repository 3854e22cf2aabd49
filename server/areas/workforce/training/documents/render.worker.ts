/** Worker that creates certificates as PDF. */
import { splitBytes, type Work } from '#platform/workers/work';
import type { Certificate } from '../rules/certificate.ts';
import { createCertificatePdf } from './document.ts';

const render: Work<Certificate, never> = async (certificate) => splitBytes(await createCertificatePdf(certificate));

export default render;
