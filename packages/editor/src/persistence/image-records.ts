import type { Fingerprint } from '@isola/imaging';
import type { StoreApi } from 'zustand/vanilla';

import type { ImageDocument } from '../document/image-document.ts';
import type { ImageSegmentation } from '../image/image-segmentation.ts';
import type { ReadonlyStore } from '../model/readonly-store.ts';
import type { SourceImage } from '../model/source-image.ts';
import type { AlikeImage } from './find-alike.ts';
import type { SaveOutcome } from './project-store.ts';
import type { DocumentHistory } from './saved-history.ts';

/**
 * Save state of an image or a document. `gone` means that it was saved and has been removed elsewhere. In every state
 * except `saved` the latest changes live only as long as the page.
 */
export type SaveState = 'saving' | SaveOutcome | 'gone';

/** A segmentation to be saved, and the thumbnail of its cutout. */
export interface SegmentationToSave {
  readonly segmentation: ImageSegmentation;
  readonly thumbnail: Promise<Blob>;
}

/**
 * Saved work that fits an opened image: an edited image that was opened from the same file, or else a copy or a sister.
 */
export type EarlierWork = { readonly kind: 'same'; readonly id: string } | AlikeImage;

/** State of autosave for an open image without a result. */
export interface OriginalRecord {
  id: string;
  readonly openedAt: number;
  /** True when the store had the image before the session opened it. Such an image stays in the store. */
  readonly isResumed: boolean;
  contentHash: string | undefined;
  /** Saved work that fits the image, once it is found. */
  readonly earlier: StoreApi<EarlierWork | undefined>;
  /** Resolves once work on the same file was searched. It never rejects. */
  searched: Promise<void>;
  /** Thumbnail of the image; undefined until it is drawn. */
  thumbnail: Blob | undefined;
  readonly state: StoreApi<SaveState>;
  isDropped: boolean;
  /** Resolves once the image is written, or could not be written. It never rejects. */
  written: Promise<void>;
  /** Releases the lock on the id. */
  readonly release: () => void;
}

/** State of autosave for a document with a result. */
export interface DocumentRecord {
  id: string;
  readonly openedAt: number;
  readonly document: ImageDocument;
  readonly isHistoryLost: boolean;
  contentHash: string | undefined;
  /** Original that was saved before there was a result; undefined for a document that was reopened. */
  opened: OriginalRecord | undefined;
  fingerprint: Fingerprint | undefined;
  /** Thumbnail of the result that the stored history leads to; undefined until it is drawn. */
  resultThumbnail: Blob | undefined;
  /** The result that `saveDocument` last received for the document. */
  latest: SegmentationToSave | undefined;
  /** True once another result has replaced the first one. */
  isSegmentedAgain: boolean;
  readonly state: StoreApi<SaveState>;
  /** Resolves once no other tab holds the id; undefined before the lock is requested and after it is granted. */
  locking: Promise<void> | undefined;
  /** Time of the last attempt to save the whole document, in milliseconds since 1970. */
  savedWholeAt: number;
  /** True while the store has the document, so that steps can be added to it. */
  isStored: boolean;
  /** True while the store has an older result than `latest`, because there was no space for it. */
  lacksResult: boolean;
  /** Resolves once every write of steps has ended. It never rejects. */
  writing: Promise<void>;
  /** Background images that the store has, or gets by the write that is under way. */
  storedImages: ReadonlySet<string>;
  /** History that the store has, or gets by the write that is under way. */
  storedHistory: DocumentHistory | undefined;
  /** History in the file to which the user last saved the document. */
  exportedHistory: DocumentHistory | undefined;
}

/** Data that the store has of a document that was reopened. */
export type ReopenedDocument = Pick<
  DocumentRecord,
  | 'id'
  | 'openedAt'
  | 'isHistoryLost'
  | 'contentHash'
  | 'fingerprint'
  | 'resultThumbnail'
  | 'latest'
  | 'storedImages'
  | 'storedHistory'
>;

/** Data that autosave has of one open image. Fields are undefined until they are known. */
export interface ImageRecord {
  /** Data that the store has of an image that was reopened without a result. */
  reopenedOriginal?: Pick<OriginalRecord, 'id' | 'openedAt' | 'contentHash'>;
  reopenedDocument?: ReopenedDocument;
  /** Present until a result replaces the original. */
  original?: OriginalRecord | undefined;
  /** The store `earlier` of the original. It stays when a result replaces the original. */
  earlier?: ReadonlyStore<EarlierWork | undefined>;
  document?: DocumentRecord;
}

/** The records of all open images. A record is freed with its image. */
export interface ImageRecords {
  /** @returns the record of an image. The first call for an image creates it. */
  readonly of: (image: SourceImage) => ImageRecord;
  /** @returns the record of a document; undefined before it was saved. */
  readonly find: (document: ImageDocument) => DocumentRecord | undefined;
}

export function createImageRecords(): ImageRecords {
  const records = new WeakMap<SourceImage, ImageRecord>();
  function of(image: SourceImage): ImageRecord {
    const known = records.get(image) ?? {};
    records.set(image, known);
    return known;
  }
  return {
    of,
    find(document) {
      const record = of(document.image).document;
      return record?.document === document ? record : undefined;
    },
  };
}
