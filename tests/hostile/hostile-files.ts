import { foreignFiles } from './foreign-files.ts';
import type { HostileFile } from './hostile-file.ts';
import { jpegFiles } from './jpeg-files.ts';
import { pngFiles } from './png-files.ts';
import { webpFiles } from './webp-files.ts';

/** All hostile files. They are made when this module is loaded, so that the repository contains none of them. */
export const hostileFiles: readonly HostileFile[] = [...pngFiles, ...jpegFiles, ...webpFiles, ...foreignFiles];
