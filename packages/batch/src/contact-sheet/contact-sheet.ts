import type { SheetPaper } from './sheet-layout.ts';

/** A file with small versions of several images, and their names below them. */
export type ContactSheet = {
  /** Number of images next to each other. */
  readonly columns: number;
  /** True when names are written below the images. */
  readonly hasNames: boolean;
} & (
  | { readonly kind: 'pdf'; readonly paper: SheetPaper; readonly rows: number }
  /** One picture of all images. */
  | { readonly kind: 'jpeg' | 'png' }
);

/** An image of a contact sheet. */
export interface SheetImage {
  readonly name: string;
  /** Reads a file that the browser can decode. It is called once, when the image is drawn. */
  readonly read: () => Promise<Blob>;
}

export interface SheetOptions {
  /** Title of a PDF, which viewers show and screen readers read first. */
  readonly title: string;
  /** Language of the title, as a BCP 47 tag. */
  readonly language: string;
  /** Font families of the names, as CSS writes them. */
  readonly fontFamily: string;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: { readonly loaded: number; readonly total: number }) => void;
}
