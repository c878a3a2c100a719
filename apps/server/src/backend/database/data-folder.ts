import { chmodSync, mkdirSync, statSync } from 'node:fs';

const ownUserAlone = 0o700;
const otherUsers = 0o077;

/**
 * Makes the data folder where it is not there, and closes it to all other users of the machine where it is open to them: the database,
 * with the members' addresses, lies in it.
 * @throws where it is open and belongs to another user.
 */
export function openDataFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: ownUserAlone });
  if (process.platform === 'win32' || (statSync(folder).mode & otherUsers) === 0) return;
  try {
    chmodSync(folder, ownUserAlone);
  } catch (error) {
    throw new Error(`Other users of this machine can read ${folder}: its owner must close it (chmod 700).`, {
      cause: error,
    });
  }
}
