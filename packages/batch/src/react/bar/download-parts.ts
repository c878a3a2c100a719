/** What is fetched when something is downloaded. */
export { download } from '@isola/editor';
export { outcomesCsv } from '../../download/outcomes-csv.ts';
export { saveZip } from '../../download/save-zip.ts';
