/** What is fetched while the image is worked on: all that a result needs and the page does not. */
export { createEditor } from '../editor.ts';
export { EditorLayout } from './editor-layout.tsx';
