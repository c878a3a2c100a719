export { DocumentTable } from './documents/document-table.tsx';
export { IdPhotoView, type IdPhotoViewProps } from './id-photo-view.tsx';
