/** An image that a person has opened. */
export interface SourceImage {
  /** Copy of the file in the browser's memory: the file that it came from may be moved or changed. */
  readonly file: Blob;
  /** Name of the file. Empty for an image that had no name, such as a pasted one. */
  readonly name: string;
  /** URL of the image, valid while the image is open. */
  readonly url: string;
  /**
   * Upright pixels of the file, so that nothing decodes it again. The bitmap is valid while the image is open. Undefined
   * when only the file is known.
   */
  readonly bitmap?: ImageBitmap | undefined;
  /** Present when the file was over the size limit, and the film that followed its image was left out. */
  readonly isFilmLeftOut?: true;
}
