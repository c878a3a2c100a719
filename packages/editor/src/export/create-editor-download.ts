import { download } from '@isola/files';
import { createStore } from 'zustand/vanilla';

import { type FileFormat, formatOf } from '../document/formats.ts';
import type { ImageDocument } from '../document/image-document.ts';
import type { Autosave } from '../persistence/autosave.ts';
import type { Rendering } from '../rendering/create-rendering.ts';
import { failureOf } from '../rendering/rendering-failure.ts';
import type { Failure } from '../model/failure.ts';
import type { ReadonlyStore } from '../model/readonly-store.ts';
import type { ResultNaming } from './result-naming.ts';

export interface DownloadState {
  readonly isWriting: boolean;
  /** Reason why the last download failed, until it is dismissed or the download is tried again. */
  readonly failure: Failure | undefined;
  /** Name of the file that was downloaded last, until the next download or until it is dismissed. */
  readonly savedName: string | undefined;
}

const idle: DownloadState = { isWriting: false, failure: undefined, savedName: undefined };

export interface EditorDownload extends ReadonlyStore<DownloadState> {
  /**
   * Writes the result and passes it to the browser's downloads. Does nothing while a file is being written.
   * @param fallbackName File name for an image without a name.
   */
  readonly start: (fallbackName: string) => Promise<void>;
  readonly cancel: () => void;
  readonly dismissFailure: () => void;
  readonly dismissSaved: () => void;
}

export interface EditorDownloadOptions {
  readonly document: ImageDocument;
  readonly autosave: Autosave | undefined;
  readonly formats: readonly FileFormat[];
  readonly naming: Pick<ResultNaming, 'nameOf'>;
  /** Returns the current rendering, which writes the file. */
  readonly getRendering: () => Pick<Rendering, 'writeFile'>;
}

/**
 * Creates the download of a document, with its progress and its failure. Every control that starts a download shares
 * this one.
 */
export function createEditorDownload(options: EditorDownloadOptions): EditorDownload {
  const { document, autosave, formats, naming, getRendering } = options;
  const { setState, ...store } = createStore<DownloadState>(() => idle);
  let current: AbortController | undefined;

  return {
    ...store,
    async start(fallbackName) {
      if (store.getState().isWriting) return;
      const { signal } = (current = new AbortController());
      setState({ ...idle, isWriting: true });
      const history = document.history.dump();
      const { ending } = formatOf(document.history.getState().state.export.format, formats);
      try {
        const { file } = await getRendering().writeFile(signal);
        const name = naming.nameOf(document.image.name, { fallback: fallbackName, ending });
        download(file, name);
        autosave?.noteSaved(document, history);
        if (!signal.aborted) setState({ ...idle, savedName: name });
      } catch (error) {
        if (!signal.aborted) setState({ ...idle, failure: failureOf(error) });
      }
    },
    cancel() {
      if (!store.getState().isWriting) return;
      current?.abort();
      setState(idle);
    },
    dismissFailure: () => setState({ failure: undefined }),
    dismissSaved: () => setState({ savedName: undefined }),
  };
}
