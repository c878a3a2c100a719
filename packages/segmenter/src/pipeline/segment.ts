import type { ModelSession } from '../runtime/ort-session.ts';
import { toInputTensor } from './to-input-tensor.ts';

/**
 * Asks the network how much of each pixel is subject.
 * @param image the working picture; stays open.
 * @returns Float32 `input.heightPx × input.widthPx`, as the network gave it.
 */
export function segment(image: ImageBitmap, session: ModelSession): Promise<Float32Array> {
  return session.run(toInputTensor(image, session.model.input));
}
