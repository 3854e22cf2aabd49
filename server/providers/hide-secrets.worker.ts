/** A worker that hides the secrets in long responses. A worker is used because a malicious response may be slow to search. */
import type { Work } from '#platform/workers/work';
import { hideInText } from '#platform/redaction/text/hide-in-text';
import { redactAnswer } from '#platform/redaction/text/redact-answer';
import { chunks } from './chunks.ts';

const hide: Work<{ readonly secrets: readonly string[]; readonly kind: 'value' | 'text' }, string> = async ({ secrets, kind }, parts) => {
  const text = parts.join('');
  return chunks(kind === 'text' ? hideInText(text, secrets) : JSON.stringify(redactAnswer(JSON.parse(text), secrets)));
};

export default hide;
