/** How long a word of a sentence may be. Lists of letters, tokens and paths are longer. */
const maxWordLength = 24;
const maxSentenceLength = 200;

/**
 * @param message of a server, whose code is unknown.
 * @returns the message if a visitor can read it as a sentence; empty for lists of letters, code and stack traces.
 */
export function sentenceIn(message: string): string {
  const text = message.trim();
  const words = text.split(/\s+/);
  const isCode = /[{}<>[\]|=\\`]|\n|https?:/.test(text);
  const isReadable = words.every((word) => word.length <= maxWordLength);
  return words.length > 1 && text.length <= maxSentenceLength && isReadable && !isCode ? text : '';
}
