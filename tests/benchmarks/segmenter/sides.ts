export const sides = ['ours', 'theirs'] as const;

export type Side = (typeof sides)[number];

/** Of anything that is measured, one for each side. */
export type BySide<T> = Readonly<Record<Side, T>>;

/**
 * Each side has a host of its own: its bytes can be told apart at the server, and the browser gives it a process of its
 * own. Names below `localhost` are secure origins, without which there is no shared memory and no cache.
 */
export const hosts: BySide<string> = { ours: 'ours.localhost', theirs: 'theirs.localhost' };

/** Both hosts are this machine, whatever its resolver thinks. */
export const hostResolverRule = '--host-resolver-rules=MAP *.localhost 127.0.0.1';
