export {
  createFaceSearch,
  type FaceSearch,
  type FaceSearchOptions,
  type FindOptions,
} from '../faces/create-face-search.ts';
export { DocumentTable } from './documents/document-table.tsx';
export { IdPhotoView, type IdPhotoViewProps } from './id-photo-view.tsx';
