import { chmodSync, mkdirSync, statSync } from 'node:fs';

const ownUserAlone = 0o700;
const otherUsers = 0o077;

/**
 * Creates the data folder if it is missing, and makes it inaccessible to other users of the machine, because it
 * contains the database with the members' email addresses.
 * @throws when other users can access the folder and it belongs to another user.
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
