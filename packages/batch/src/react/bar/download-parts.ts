/** The code that is loaded when the user downloads something. */
export { download } from '@isola/files';
export { saveZip } from '@isola/files/zip';
export { outcomesCsv } from '../../download/outcomes-csv.ts';
export { issueReceipts } from '../../download/issue-receipts.ts';
