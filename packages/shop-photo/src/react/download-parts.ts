/** Code that is loaded with the first download. */
export { download, safeFileName } from '@isola/files';
export { zipBlob } from '@isola/files/zip';
export { reportHtml, reportJson } from '../report/report.ts';
