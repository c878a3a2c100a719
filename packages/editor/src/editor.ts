import {
  type BackgroundParams,
  createCompositor,
  type EditParams,
  type EncodingParams,
  type LayerNames,
  workingSizeOfRun,
} from '@isola/imaging';

import { type CropChoice, createCropChoice } from './document/crop-choice.ts';
import type { ImageDocument } from './document/image-document.ts';
import { createEditorDownload, type EditorDownload } from './export/create-editor-download.ts';
import { createResultNaming, type ResultNaming } from './export/result-naming.ts';
import type { Autosave } from './persistence/autosave.ts';
import { createStageImages, type StageImages } from './rendering/create-stage-images.ts';
import { createRendering, type Rendering } from './rendering/create-rendering.ts';
import { builtInRegistries, type EditorRegistries } from './registry/registries.ts';
import { createRetouchMode, type RetouchModeStore } from './brush/create-retouch-mode.ts';
import { createEyedropper, type Eyedropper } from './viewport/eyedropper.ts';
import { createLayerSelection, type LayerSelection } from './viewport/layer-selection.ts';
import { createSubjectPlacing, type SubjectPlacing } from './viewport/subject-placing.ts';
import type { DocumentState } from './schema/document-state.ts';
import type { ImageSegmentation } from './image/image-segmentation.ts';

export interface EditorOptions {
  /** Document that is edited. */
  readonly document: ImageDocument;
  /** Segmentation of the document's image. */
  readonly segmentation: ImageSegmentation;
  /** Autosave that saves the document on this device. Without it, nothing is saved. */
  readonly autosave?: Autosave | undefined;
  /**
   * Registries that replace those of the package. To add entries instead, include the entries of `builtInRegistries`.
   */
  readonly registries?: Partial<EditorRegistries> | undefined;
}

/** Thumbnail of a result. */
export interface SavedLook {
  readonly bitmap: ImageBitmap;
  /** State of the document that the bitmap shows. In another state, the document looks different. */
  readonly state: DocumentState;
}

/**
 * One image that is being edited: its document, its rendering, and the choices that are not part of the document.
 * Several editors can exist at once. The caller that creates one disposes it.
 */
export interface Editor {
  readonly document: ImageDocument;
  readonly segmentation: ImageSegmentation;
  readonly autosave: Autosave | undefined;
  readonly rendering: Rendering;
  /** The image and its cutout, paintable at any scale. */
  readonly stageImages: StageImages;
  /**
   * Thumbnail of the last saved result, which is shown until the result is rendered. Undefined until `prepare`, and if
   * no thumbnail is saved.
   */
  readonly savedLook: SavedLook | undefined;
  readonly registries: EditorRegistries;
  readonly cropChoice: CropChoice;
  readonly eyedropper: Eyedropper;
  /** Effect of a stroke of the tool Retouch. */
  readonly retouchMode: RetouchModeStore;
  readonly placing: SubjectPlacing;
  readonly layerSelection: LayerSelection;
  /** Names of the files that are saved. */
  readonly naming: ResultNaming;
  readonly download: EditorDownload;
  /** File to which the result was last saved, if the browser lets the page write it again. */
  readonly saveTarget: FileSystemFileHandle | undefined;
  readonly setSaveTarget: (target: FileSystemFileHandle) => void;
  /** Sets the names of layers, in the user's language, for the files that are written from now on. */
  readonly setLayerNames: (names: LayerNames) => void;
  /** Decodes the image, its cutout and the saved thumbnail, so that the first frame shows them. */
  readonly prepare: () => Promise<void>;
  /** Replaces the segmentation by another one of the same image. Document, history and choices stay. */
  readonly replaceSegmentation: (segmentation: ImageSegmentation) => void;
  /** Frees the memory of the images. Rendering ends with its last listener. */
  readonly dispose: () => void;
}

/** Opens a document for editing. */
export function createEditor({ document, segmentation, autosave, registries: given }: EditorOptions): Editor {
  let layerNames = given?.getLayerNames?.();
  const registries: EditorRegistries = { ...builtInRegistries, ...given, getLayerNames: () => layerNames };
  const { formats, startWorker } = registries;
  let current = render(segmentation);
  const naming = createResultNaming();
  const download = createEditorDownload({ document, autosave, formats, naming, getRendering: () => current.rendering });
  let saveTarget: FileSystemFileHandle | undefined;
  let savedLook: SavedLook | undefined;
  let isDisposed = false;

  function render(next: ImageSegmentation) {
    const stageImages = createStageImages(document.image, next, () => rendering.renderCutout());
    const compositor = createCompositor<BackgroundParams, EncodingParams, EditParams>(
      {
        image: document.image.file,
        bitmap: document.image.bitmap,
        cutout: next.pixels ?? next.png.file,
        matte: next.matte,
        workingSize: workingSizeOfRun(next.run),
      },
      startWorker && { startWorker },
    );
    const rendering = createRendering(document, next, compositor, stageImages.take, stageImages.close, registries);
    return { segmentation: next, stageImages, rendering };
  }

  async function decodeSavedLook(): Promise<void> {
    const thumbnail = autosave?.thumbnailOf(document);
    if (!thumbnail || savedLook) return;
    const { state } = document.history.getState();
    // A thumbnail that cannot be decoded is left out, because the result itself is being rendered.
    const bitmap = await createImageBitmap(thumbnail).catch(() => undefined);
    if (isDisposed || savedLook) bitmap?.close();
    else if (bitmap) savedLook = { bitmap, state };
  }

  return {
    document,
    autosave,
    registries,
    cropChoice: createCropChoice(registries.cropPresets),
    eyedropper: createEyedropper(),
    retouchMode: createRetouchMode(),
    placing: createSubjectPlacing(),
    layerSelection: createLayerSelection(),
    naming,
    download,
    get saveTarget() {
      return saveTarget;
    },
    setSaveTarget(target) {
      saveTarget = target;
    },
    setLayerNames(names) {
      layerNames = names;
    },
    get segmentation() {
      return current.segmentation;
    },
    get rendering() {
      return current.rendering;
    },
    get stageImages() {
      return current.stageImages;
    },
    get savedLook() {
      return savedLook;
    },
    async prepare() {
      await Promise.all([current.stageImages.prepare(), decodeSavedLook()]);
    },
    replaceSegmentation(next) {
      if (next === current.segmentation) return;
      current.stageImages.close();
      current = render(next);
    },
    dispose() {
      isDisposed = true;
      download.cancel();
      current.stageImages.close();
      savedLook?.bitmap.close();
    },
  };
}
