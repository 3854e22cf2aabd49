/** @returns the text with each mention replaced by `@label` */
export function replaceMentions(text: string): string {
  return text.replace(/@\[((?:[^\]\n@]|@(?!\[))*)\]\(usr_[0-9a-f]{24}\)/g, '@$1');
}
