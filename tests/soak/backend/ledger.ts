/** Writes that the server has acknowledged. A later start must still have all of them. */
interface Ledger {
  /** Notes a name that is being sent for a member. Until it is acknowledged, it may or may not be stored. */
  readonly send: (member: string, name: string) => void;
  /** Notes a value that the server has acknowledged. It replaces the earlier values of the same key. */
  readonly acknowledge: (kind: WriteKind, key: string, value: string | undefined) => void;
  readonly counts: () => Readonly<Record<WriteKind, number>>;
  /** Counts members whose acknowledged name is not among the stored ones. */
  readonly missingNames: (stored: readonly string[]) => number;
  readonly missingMessages: (stored: readonly string[]) => number;
  /** Returns the refresh tokens of new sessions, each of them once. */
  readonly takeSessions: () => readonly string[];
}

/** Kind of write: `new name` changes the name of a `sign-up`, and both are found by the name. */
type WriteKind = 'sign-up' | 'session' | 'message' | 'new name';

export function createLedger(): Ledger {
  const counts: Record<WriteKind, number> = { 'sign-up': 0, session: 0, message: 0, 'new name': 0 };
  /** Names that each member may have by now: the acknowledged one first, then those that were only sent. */
  const names = new Map<string, string[]>();
  const messages: string[] = [];
  let sessions: string[] = [];

  return {
    send: (member, name) => names.get(member)?.push(name),
    acknowledge: (kind, key, value) => {
      if (value === undefined) throw new Error(`The answer to a ${kind} has no value`);
      counts[kind] += 1;
      switch (kind) {
        case 'sign-up':
        case 'new name':
          names.set(key, [value]);
          return;
        case 'session':
          sessions.push(value);
          return;
        case 'message':
          messages.push(value);
          return;
        default:
          kind satisfies never;
      }
    },
    counts: () => counts,
    missingNames: (stored) => {
      const known = new Set(stored);
      return [...names.values()].filter((mayBe) => !mayBe.some((name) => known.has(name))).length;
    },
    missingMessages: (stored) => {
      const known = new Set(stored);
      return messages.filter((text) => !known.has(text)).length;
    },
    takeSessions: () => {
      const taken = sessions;
      sessions = [];
      return taken;
    },
  };
}
