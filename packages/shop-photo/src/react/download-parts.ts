/** Code that is loaded with the first download. */
export { zipStream } from '@isola/batch';
export { download, stemOf } from '@isola/editor';
export { reportHtml, reportJson } from '../report/report.ts';
