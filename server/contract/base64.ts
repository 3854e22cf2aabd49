/** Strict: what comes out would be encoded to the very same text (spec/areas/attachments, rule 5). */
export class Base64 {
  /** Whether all of it, so far, was base64. */
  isWhole = true;
  #carry = '';
  #padded = false;

  /** @param part of the text @returns its bytes, but for those that the next part completes */
  decode(part: Buffer): Buffer {
    const text = this.#carry + part.toString('latin1');
    const length = text.length - (text.length % 4);
    this.#carry = text.slice(length);
    const whole = text.slice(0, length);
    const bytes = Buffer.from(whole, 'base64');
    if ((whole !== '' && this.#padded) || bytes.toString('base64') !== whole) this.isWhole = false;
    this.#padded ||= whole.endsWith('=');
    return this.isWhole ? bytes : Buffer.alloc(0);
  }
  /** No part follows. */
  end() {
    if (this.#carry !== '') this.isWhole = false;
  }
}
