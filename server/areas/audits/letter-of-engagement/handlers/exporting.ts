/** Exports letters as PDFs, which are created outside the transaction (letter-of-engagement, rules 5, 6 and 10). */
import { Deferred } from '#contract/replies';
import type { Handlers } from '#contract/types';
import { dispositionOf } from '#platform/ports/file-links';
import { isRefusal } from '#platform/refusals/refusal';
import { getLetterFile } from '../documents/make.ts';
import { findDocumentInput } from '../queries/document.ts';
import { eventActorOf, insertEvent } from '../queries/events.ts';
import { findViewer } from '../queries/people.ts';
import { fileNameOf } from '../rules/labels.ts';
import { canSeeFee } from '../rules/viewer.ts';
import { requireLetter } from './require-letter.ts';

export const exporting: Pick<Handlers<'letter-of-engagement'>, 'exportEngagementLetter'> = {
  async exportEngagementLetter({ path, db, actor, ports: { files }, audit, writeWithEntry }) {
    const [letter, viewer] = await Promise.all([requireLetter(db, path.id), findViewer(db, actor)]);
    if (isRefusal(letter)) return letter;
    const document = await findDocumentInput(db, letter, !canSeeFee(viewer, letter));
    audit.performed('Downloaded letter of engagement');
    writeWithEntry((transaction) => insertEvent(transaction, letter.id, 'exported', eventActorOf(actor)));
    return new Deferred(async () => ({
      status: 200,
      type: 'application/pdf',
      headers: { 'Content-Disposition': dispositionOf(fileNameOf(letter), false) },
      body: await getLetterFile(files, actor.organizationId, document),
    }));
  },
};
