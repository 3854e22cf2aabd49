/** Strict base64 decoder: re-encoding the result gives exactly the same text (attachments, rule 5). */
export class Base64 {
  /** Whether everything so far was valid base64. */
  isValid = true;
  #carry = '';
  #isPadded = false;

  /** @param part of the text @returns its bytes, except those that the next part completes */
  decode(part: Buffer): Buffer {
    const text = this.#carry + part.toString('latin1');
    const length = text.length - (text.length % 4);
    this.#carry = text.slice(length);
    const complete = text.slice(0, length);
    const bytes = Buffer.from(complete, 'base64');
    if ((complete !== '' && this.#isPadded) || bytes.toString('base64') !== complete) this.isValid = false;
    this.#isPadded ||= complete.endsWith('=');
    return this.isValid ? bytes : Buffer.alloc(0);
  }
  /** Ends the text, which must not stop inside a group of four characters. */
  end() {
    if (this.#carry !== '') this.isValid = false;
  }
}
