export interface Findable {
  readonly id: string;
  /** More English words by which it is found. */
  readonly keywords?: readonly string[];
  readonly label: string;
  readonly groupLabel: string;
}

/**
 * @param query what was typed.
 * @returns the commands in whose words, in this language or in the English of their ids and keywords, each typed word occurs; whatever
 *   its case and accents. Those whose label begins with the query come first.
 */
export function matchCommands<Each extends Findable>(commands: readonly Each[], query: string): readonly Each[] {
  const words = plain(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return commands;
  const found = commands.filter(({ id, keywords = [], label, groupLabel }) => {
    const text = plain([label, groupLabel, id.replaceAll(/[.-]/g, ' '), ...keywords].join(' '));
    return words.every((word) => text.includes(word));
  });
  const begins = ({ label }: Each) => plain(label).startsWith(words.join(' '));
  return [...found.filter(begins), ...found.filter((each) => !begins(each))];
}

function plain(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
