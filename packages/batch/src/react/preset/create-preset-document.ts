import { createImageDocument, type ImageDocument } from '@isola/editor';

import type { Batch } from '../../batch.ts';

/**
 * The preset as a document without an image, so that the panels of the editor can edit it: they preview while a slider
 * moves and commit at the end. Each committed state becomes the batch's preset.
 */
export interface PresetDocument {
  readonly document: ImageDocument;
  /** Keeps the document and the batch's preset in sync. @returns stops this. */
  readonly connect: () => () => void;
}

export function createPresetDocument(batch: Batch): PresetDocument {
  const { preset, pictures = [] } = batch.getState().preset;
  const document = createImageDocument(
    { file: new Blob(), name: '', url: '' },
    { history: { past: [{ state: preset.state, step: undefined }], at: 0 }, backgroundImages: pictures },
  );
  const { history } = document;
  const write = () => {
    const { state: next, isPreview } = history.getState();
    const { preset: current } = batch.getState();
    if (isPreview || next === current.preset.state) return;
    batch.setPreset({
      ...current,
      preset: { ...current.preset, state: next },
      pictures: document.backgroundImageIds().flatMap((id) => {
        const blob = document.backgroundImage(id);
        return blob ? [{ id, blob }] : [];
      }),
    });
  };
  // The batch's preset also changes when the settings of one image are applied to all.
  const read = () => {
    const { preset: current, pictures: its = [] } = batch.getState().preset;
    if (current.state === history.getState().state || history.getState().isPreview) return;
    for (const { id, blob } of its) document.addBackgroundImage(blob, id);
    history.commit('preset', current.state);
  };
  return {
    document,
    connect() {
      read();
      const stops = [
        history.subscribe(write),
        batch.subscribe((now, before) => now.preset !== before.preset && read()),
      ];
      return () => stops.forEach((stop) => stop());
    },
  };
}
