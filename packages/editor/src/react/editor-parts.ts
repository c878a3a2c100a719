/** Entry point of the modules that only a result needs. They are loaded while the image is being segmented. */
export { createEditor } from '../editor.ts';
export { EditorLayout } from './editor-layout.tsx';
