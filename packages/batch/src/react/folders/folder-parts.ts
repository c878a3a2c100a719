/** The parts of watched folders that are loaded with the batch and not with the page. */
export { createFolderStore } from '../../folders/folder-store.ts';
export { createFolderWatch } from '../../folders/create-folder-watch.ts';
