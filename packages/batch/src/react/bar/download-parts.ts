/** The code that is loaded when the user downloads something. */
export { download } from '@isola/editor';
export { outcomesCsv } from '../../download/outcomes-csv.ts';
export { saveZip } from '../../download/save-zip.ts';
