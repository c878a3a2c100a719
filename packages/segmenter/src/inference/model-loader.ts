import { SegmenterError } from '../api/errors.ts';
import type { BackendEvent } from '../api/events.ts';
import type { ResolvedOptions } from '../api/options.ts';
import { distrustedGpusUrl } from './distrusted-gpus-url.ts';
import { loadManifest } from '../model/load-manifest.ts';
import { servedBytes } from '../model/load-model-parts.ts';
import { openModelCache } from '../model/model-cache.ts';
import { chooseModel, type ModelManifest, type SmallNetworkFiles } from '../model/model-manifest.ts';
import { openSession } from './open-session.ts';
import type { ModelSession } from './session.ts';
import { unlessAborted } from '../async/unless-aborted.ts';

/** The options of a segmenter that determine how a model is loaded. */
type ModelOptions = Pick<
  ResolvedOptions,
  'manifestUrl' | 'model' | 'threads' | 'runtimeUrl' | 'provider' | 'deviceMemoryGib'
> &
  Partial<Pick<ResolvedOptions, 'modelRequest'>>;

export type OnBytes = (loadedBytes: number, totalBytes: number) => void;

/** One model, which is loaded at most once for any number of callers. */
export interface ModelLoader {
  /**
   * Resolves when the network is ready to run. Several callers share one download, and each sees its progress. It is
   * aborted only when all of them have aborted before its end. After a failure the next call starts again.
   */
  load(signal: AbortSignal, onBytes?: OnBytes): Promise<ModelSession>;
  dispose(): Promise<void>;
}

interface Loading {
  readonly session: Promise<ModelSession>;
  readonly stop: AbortController;
  readonly listeners: Set<OnBytes>;
  waiting: number;
  isReady: boolean;
  bytes: readonly [loaded: number, total: number];
}

/**
 * Creates a loader.
 * @param onEvent receives events about the loaded model and the backend that runs it.
 */
export function createModelLoader(
  options: ModelOptions,
  onEvent: (event: BackendEvent) => void = () => undefined,
): ModelLoader {
  let current: Loading | undefined;

  function begin(): Loading {
    const stop = new AbortController();
    const listeners = new Set<OnBytes>();
    const onBytes: OnBytes = (loadedBytes, totalBytes) => {
      loading.bytes = [loadedBytes, totalBytes];
      for (const listener of listeners) listener(loadedBytes, totalBytes);
    };
    const session = loadSession(options, { signal: stop.signal, onBytes, onEvent }).then(async (opened) => {
      loading.isReady = !stop.signal.aborted;
      if (loading.isReady) return opened;
      await opened.release();
      throw stop.signal.reason;
    });
    const loading: Loading = { session, stop, listeners, waiting: 0, isReady: false, bytes: [0, 0] };
    // A failure in one place ends the others: a missing runtime ends the model's download too.
    session.catch((error: unknown) => giveUp(loading, error));
    return loading;
  }

  function giveUp(loading: Loading, reason: unknown): void {
    // The field is cleared at once, so that the next caller does not join a download that is ending.
    if (current === loading) current = undefined;
    loading.stop.abort(reason);
  }

  return {
    async load(signal, onBytes) {
      signal.throwIfAborted();
      const loading = (current ??= begin());
      if (onBytes) {
        loading.listeners.add(onBytes);
        if (loading.bytes[1] > 0) onBytes(...loading.bytes);
      }
      loading.waiting += 1;
      try {
        return await unlessAborted(loading.session, signal);
      } finally {
        loading.waiting -= 1;
        if (onBytes) loading.listeners.delete(onBytes);
        if (signal.aborted && loading.waiting === 0 && !loading.isReady) giveUp(loading, signal.reason);
      }
    },

    async dispose() {
      const loading = current;
      if (!loading) return;
      giveUp(loading, new SegmenterError('disposed'));
      const session = await loading.session.catch(() => undefined);
      await session?.release();
    },
  };
}

interface LoadSessionOptions {
  readonly signal: AbortSignal;
  readonly onBytes: OnBytes;
  readonly onEvent: (event: BackendEvent) => void;
}

async function loadSession(
  { manifestUrl, model: wanted, threads, runtimeUrl, provider, deviceMemoryGib, modelRequest }: ModelOptions,
  { signal, onBytes, onEvent }: LoadSessionOptions,
): Promise<ModelSession> {
  let fetchedBytes = 0;
  const cache = await openModelCache();
  const { manifest, keep } = await loadManifest(manifestUrl, cache, signal, modelRequest);
  const model = chooseModel(manifest, wanted);
  const totalBytes = servedBytes(model);
  onBytes(0, totalBytes);
  const { session, provider: started } = await openSession(model, threads, {
    manifestUrl,
    modelRequest,
    runtimeUrl,
    provider,
    deviceMemoryGib,
    cache,
    signal,
    onBytes: (loadedBytes) => onBytes(loadedBytes, totalBytes),
    onFetched: (bytes) => (fetchedBytes += bytes),
    onEvent,
  });
  if (!signal.aborted) {
    const { id } = model;
    onEvent({ type: 'model-loaded', model: id, from: fetchedBytes > 0 ? 'network' : 'cache', fetchedBytes });
    onEvent({ type: 'backend-started', provider: started, threads: session.threads });
  }
  await keep();
  const files = filesOf(manifest).map((file) => new URL(file, manifestUrl).href);
  await cache.keepOnly(new Set([manifestUrl, distrustedGpusUrl(manifestUrl), ...files]), manifestUrl);
  return session;
}

function filesOf({ models, faces }: ModelManifest): string[] {
  const ofModels = models.flatMap((model) => [
    ...model.parts.map(({ file }) => file),
    ...(model.format === 'network' ? [model.network.file] : []),
    ...(model.format === 'network' && model.referee ? filesOfNetwork(model.referee) : []),
  ]);
  return [...ofModels, ...(faces ? [faces.detector, faces.landmarks].flatMap(filesOfNetwork) : [])];
}

function filesOfNetwork({ graph, weights }: SmallNetworkFiles): string[] {
  return [graph.file, weights.file];
}
