/** Letters as PDFs, which are made outside of the transaction (spec/areas/letter-of-engagement, rules 5, 6 and 10). */
import { Deferred } from '../../../contract/replies.ts';
import type { Handlers } from '../../../contract/types.ts';
import { dispositionOf } from '../../../platform/ports/file-links.ts';
import { isRefusal } from '../../../platform/refusals/refusal.ts';
import { fileOf } from '../documents/make.ts';
import { findDocument } from '../queries/document.ts';
import { actorOf, insertEvent } from '../queries/events.ts';
import { findViewer } from '../queries/people.ts';
import { fileNameOf } from '../rules/types.ts';
import { seesFee } from '../rules/viewer.ts';
import { requireLetter } from './require-letter.ts';

export const exporting: Pick<Handlers<'letter-of-engagement'>, 'exportEngagementLetter'> = {
  async exportEngagementLetter({ path, db, actor, ports: { files }, audit, writeWithEntry }) {
    const [letter, viewer] = await Promise.all([requireLetter(db, path.id), findViewer(db, actor)]);
    if (isRefusal(letter)) return letter;
    const document = await findDocument(db, letter, !seesFee(viewer, letter));
    audit.did('Downloaded letter of engagement');
    writeWithEntry((later) => insertEvent(later, letter.id, 'exported', actorOf(actor)));
    return new Deferred(async () => ({
      status: 200,
      type: 'application/pdf',
      headers: { 'Content-Disposition': dispositionOf(fileNameOf(letter), false) },
      body: await fileOf(files, actor.organizationId, document),
    }));
  },
};
