import type { OrganizationDatabase } from '#platform/database/handle';
import type { Program } from '#domain/people/training/modules';
import { type Certificate, certificateOf } from '../rules/certificate.ts';
import { listCompletions } from '../queries/completions.ts';
import { findOrganizationName, type Trainee } from '../queries/members.ts';

/** @returns the certificate of a program; undefined if the member has not completed the program */
export async function findCertificate(
  db: OrganizationDatabase,
  { id, name, email }: Pick<Trainee, 'id' | 'name' | 'email'>,
  program: Program,
): Promise<Certificate | undefined> {
  const [completions, organization] = await Promise.all([listCompletions(db, [id], program), findOrganizationName(db)]);
  return certificateOf(program, { member: name, email, organization }, completions);
}
