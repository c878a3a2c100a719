/** What is fetched when something is downloaded. */
export { zipStream } from '@isola/batch';
export { download, stemOf } from '@isola/editor';
export { reportHtml, reportJson } from '../report/report.ts';
