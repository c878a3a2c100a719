import { SegmenterError } from '../api/errors.ts';
import { resolveModelRequest, type SegmenterOptions } from '../api/options.ts';
import { loadManifest } from '../model/load-manifest.ts';
import { openModelCache } from '../model/model-cache.ts';
import type { SmallNetworkFiles } from '../model/model-manifest.ts';
import { loadSmallNetwork } from '../small-network/load-small-network.ts';
import type { FaceImage } from './crop.ts';
import type { Face, FindFacesOptions } from './face.ts';
import { findFaces } from './find-faces.ts';

export interface OpenFaceFinderOptions {
  /** Address of the manifest that `isola-models --faces` wrote. Default: `/models/manifest.json`. */
  readonly manifestUrl?: string | URL;
  /** Options of the requests to the manifest's origin. */
  readonly modelRequest?: SegmenterOptions['modelRequest'];
  /** Ends the download. */
  readonly signal?: AbortSignal;
}

/** Networks that find faces, on the thread that opened them. */
export interface FaceFinder {
  /**
   * Finds the faces in an image, the largest first. It takes some 30 to 70 ms, so a worker suits pages that must stay
   * responsive. An image of about 1000 px is large enough; the precision does not increase with more.
   * @throws {RangeError} when the number of values does not fit the size.
   */
  readonly find: (image: FaceImage, options?: FindFacesOptions) => Face[];
}

/**
 * Downloads the networks that find faces, 1.4 MB, or loads them from the cache, and prepares them. Their files are
 * verified by their SHA-256. They measure a face and do not identify it.
 * @throws {SegmenterError} `network`, `model-load-failed`, `resource-load-failed`, `out-of-memory`; the signal's reason.
 * @example
 * const { find } = await openFaceFinder();
 * const [face] = find({ pixels: imageData.data, widthPx: imageData.width, heightPx: imageData.height });
 */
export async function openFaceFinder({
  manifestUrl = '/models/manifest.json',
  modelRequest,
  signal = new AbortController().signal,
}: OpenFaceFinderOptions = {}): Promise<FaceFinder> {
  const { href } = new URL(manifestUrl, globalThis.location?.href);
  const request = resolveModelRequest(modelRequest);
  const cache = await openModelCache();
  // The segmenter keeps the manifest once the parts of its model are saved.
  const {
    manifest: { faces },
  } = await loadManifest(href, cache, signal, request);
  if (!faces) {
    throw new SegmenterError(
      'model-load-failed',
      `${href} has no networks for faces; isola-models --faces writes them`,
    );
  }
  const load = (files: SmallNetworkFiles) =>
    loadSmallNetwork(files, { manifestUrl: href, modelRequest: request, cache, signal, onBytes: () => undefined });
  const [detector, landmarks] = await Promise.all([load(faces.detector), load(faces.landmarks)]);
  return {
    find(image, options) {
      const { pixels, widthPx, heightPx } = image;
      const length = widthPx * heightPx * 4;
      if (length === 0 || pixels.length !== length)
        throw new RangeError(`the image must have ${length} values, and more than none`);
      return findFaces({ detector, landmarks }, image, options);
    },
  };
}
