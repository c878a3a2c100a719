/**
 * Every value that a test stores names its owner and its table, so that an answer shows by itself whose row it came
 * from: texts contain `qz<owner><table>x`, and ids begin with `5eed<owner><table>0`.
 */

/** Owner of a stored row: an account, or `nobody` for rows of the server itself. */
export const owners = {
  memberA: 'a',
  memberB: 'b',
  newcomer: 'c',
  disabled: 'd',
  support: '1',
  reader: '2',
  superAdmin: '3',
  nobody: '0',
} as const;

export type Owner = keyof typeof owners;

const ownerOf = new Map<string, Owner>(Object.entries(owners).map(([owner, letter]) => [letter, owner as Owner]));

/** Number of the table of accounts in markers. */
export const accountTable = 99;

const pattern = /qz([0-9a-f])(\d\d)x|5eed([0-9a-f])(\d\d)0/gi;

export interface Mark {
  /** The marker as it was found. */
  readonly text: string;
  readonly owner: Owner;
  /** Number of the table in the catalogue, or `accountTable`. */
  readonly table: number;
  /** True for the id of an account, which says nothing about its owner. */
  readonly isId: boolean;
}

export function markText(owner: Owner, table: number): string {
  return `qz${owners[owner]}${String(table).padStart(2, '0')}x`;
}

/** @param row number of the row among those of its owner and table. */
export function markId(owner: Owner, table: number, row = 1): string {
  return `5eed${owners[owner]}${String(table).padStart(2, '0')}0-0000-4000-8000-${String(row).padStart(12, '0')}`;
}

/**
 * Finds the markers in an answer.
 * @param accounts owners of the random ids of accounts, in lower case.
 */
export function marksIn(text: string, accounts: ReadonlyMap<string, Owner>): readonly Mark[] {
  const marks: Mark[] = [...text.matchAll(pattern)].flatMap(([found, letter, number, idLetter, idNumber]) => {
    const owner = ownerOf.get((letter ?? idLetter ?? '').toLowerCase());
    return owner ? [{ text: found.toLowerCase(), owner, table: Number(number ?? idNumber), isId: false }] : [];
  });
  const lower = text.toLowerCase();
  for (const [id, owner] of accounts)
    if (lower.includes(id)) marks.push({ text: id, owner, table: accountTable, isId: true });
  return marks;
}
