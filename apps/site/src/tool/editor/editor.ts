/** All that comes with a result and not with the page: fetched while the photo is worked on. */
export { BackgroundView } from './background-view.tsx';
export { EditorPanel } from './editor-panel.tsx';
