import { stemOf } from '@isola/files';

/** The number at the end of a name, with what separates it. */
const counter = /[\s._-]*\(?\d+\)?$/u;
/** Names that cameras and phones give, which tell nothing about the image. */
const cameraName = /^(?:img|image|dsc\w?|dscn|dscf|pxl|mvimg|photo|screenshot|wechatimg|mmexport|p)?$/iu;

/**
 * Returns a name that files can share, each with its number: that of the first file that has one besides its number.
 * @returns undefined when the files have such a name already, or none of them has a name that tells something.
 */
export function commonNameOf(names: readonly string[]): string | undefined {
  const bases = names.map((name) => stemOf(name).normalize('NFC').replace(counter, ''));
  const telling = bases.find((base) => !cameraName.test(base.replaceAll(/[\s\d._-]/gu, '')));
  const isShared = bases.every((base) => base.toLowerCase() === bases[0]?.toLowerCase());
  return isShared ? undefined : telling;
}
