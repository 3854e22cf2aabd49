/** Why nothing can be taken from a file: the answer to whoever sent it. */
export class Unusable extends Error {
  readonly status: 413 | 422;
  constructor(message: string, status: 413 | 422 = 422) {
    super(message);
    this.status = status;
  }
}

export const broken = () => new Unusable('The file cannot be read');
export const locked = () => new Unusable('The file is protected by a password');
export const withoutText = () => new Unusable('The file holds no text');
export const tooMuchText = () => new Unusable('The file holds too much to be read');
