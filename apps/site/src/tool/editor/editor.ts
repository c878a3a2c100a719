/** All that comes with a result and not with the page: fetched while the photo is worked on. */
export { prepareEditor } from './prepare-editor.ts';
export { Workbench } from './workbench.tsx';
