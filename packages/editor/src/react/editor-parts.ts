/** Modules that are loaded while the image is segmented: the parts that a result needs and the page does not. */
export { createEditor } from '../editor.ts';
export { EditorLayout } from './editor-layout.tsx';
