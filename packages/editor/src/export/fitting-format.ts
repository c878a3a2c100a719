import { type BackgroundDefinition, backgroundDefinition } from '../backgrounds/define-background.ts';
import type { ImageDocument } from '../document/image-document.ts';
import { formatOf, formats } from '../document/formats.ts';
import type { EditorRegistries } from '../registry/registries.ts';
import type { DocumentState, ExportOptions } from '../schema/document-state.ts';
import { initialState } from '../schema/initial-state.ts';
import { rememberExport } from './last-export.ts';

/** The two formats between which an opaque result is switched with one press. */
export type OpaqueFormat = 'jpeg' | 'png';

type EditedDocument = Pick<ImageDocument, 'history'>;
type Registries = Pick<EditorRegistries, 'backgrounds' | 'formats'>;

const storageKey = 'opaque-format';

/** Checks whether a state has a background behind the cutout, so that its file needs no transparency. */
export function isOpaque(
  { background }: Pick<DocumentState, 'background'>,
  backgrounds: readonly BackgroundDefinition[],
): boolean {
  return !backgroundDefinition(backgrounds, background).isTransparent;
}

/** Returns the export options of an image whose format nobody has chosen. */
export function defaultExport(state: DocumentState, { backgrounds }: Registries): ExportOptions {
  return isOpaque(state, backgrounds) ? { ...initialState.export, format: formats.jpeg.id } : initialState.export;
}

/** Returns the other format that is offered next to the download; undefined for a transparent result. */
export function otherFormat(state: DocumentState, registries: Registries): OpaqueFormat | undefined {
  const { format } = state.export;
  if (!isOpaque(state, registries.backgrounds) || !registries.formats.some(({ id }) => id === formats.jpeg.id)) {
    return undefined;
  }
  return format === 'jpeg' ? 'png' : format === 'png' ? 'jpeg' : undefined;
}

/**
 * Sets export options without a step, so that undo does not change them, and saves them for the next image. A format
 * without transparency is set only for the states with a background, if this one has a background. It is then saved
 * separately, because the next image begins transparent.
 */
export function chooseExport({ history }: EditedDocument, next: ExportOptions, registries: Registries): void {
  const wasOpaque = isOpaque(history.getState().state, registries.backgrounds);
  const fits = (each: DocumentState) =>
    formatOf(next.format, registries.formats).hasTransparency || isOpaque(each, registries.backgrounds) === wasOpaque;
  history.amend((each) => ({ ...each, export: fits(each) ? next : { ...next, format: each.export.format } }));
  const isSwitched = wasOpaque && (next.format === 'png' || next.format === 'jpeg');
  if (isSwitched) rememberOpaqueFormat(next.format);
  rememberExport(next, { keepsFormat: isSwitched });
}

/**
 * Follows a document and keeps its format fitting: PNG becomes JPEG, or the format that was last chosen for an opaque
 * result, when the background becomes opaque. JPEG becomes PNG when the background becomes transparent again.
 * @returns a function that stops following.
 */
export function followBackground({ history }: EditedDocument, registries: Registries): () => void {
  let wasOpaque = isOpaque(history.getState().state, registries.backgrounds);
  return history.subscribe(({ state, isPreview }) => {
    const isNowOpaque = isOpaque(state, registries.backgrounds);
    if (isPreview || isNowOpaque === wasOpaque) return;
    wasOpaque = isNowOpaque;
    const fitting = isNowOpaque ? lastOpaqueFormat() : formats.png.id;
    const outdated = isNowOpaque ? formats.png.id : formats.jpeg.id;
    const isOffered = registries.formats.some(({ id }) => id === fitting);
    if (state.export.format !== outdated || fitting === outdated || !isOffered) return;
    history.amend((each) => (each === state ? { ...each, export: { ...each.export, format: fitting } } : each));
  });
}

function lastOpaqueFormat(): OpaqueFormat {
  try {
    return localStorage.getItem(storageKey) === 'png' ? 'png' : 'jpeg';
  } catch {
    // Storage is closed.
    return 'jpeg';
  }
}

/** Saves the format on this device, where the browser allows it. */
function rememberOpaqueFormat(format: string): void {
  try {
    localStorage.setItem(storageKey, format);
  } catch {
    // Storage is closed or full. The next opaque result is a JPEG.
  }
}
