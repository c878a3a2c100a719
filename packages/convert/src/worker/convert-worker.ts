import { convertErrorOf } from '../convert-error.ts';
import { encodePicture } from '../encode/encode-picture.ts';
import { decodeSource } from '../formats/open-source.ts';
import { sourceFormatOf } from '../formats/source-formats.ts';
import type { ConvertAnswer, ConvertRequest } from './protocol.ts';
import { decodeNatively } from './decode-natively.ts';

/** The page, as its worker sees it. This file is checked with the types of the DOM, which have no worker scope. */
const page = self as unknown as Worker;

function answer(message: ConvertAnswer): void {
  page.postMessage(message);
}

page.addEventListener('message', ({ data }: MessageEvent<ConvertRequest>) => {
  void serve(data);
});

async function serve(request: ConvertRequest): Promise<void> {
  try {
    answer(await convert(request));
  } catch (error) {
    const { code, detail } = convertErrorOf(error);
    answer({ kind: 'failed', code, ...(detail && { detail }) });
  }
}

async function convert({ bytes, format: kind, maxBytes }: ConvertRequest): Promise<ConvertAnswer> {
  const format = sourceFormatOf(kind);
  if (!format) throw new Error(`there is no format ${kind}`);
  const source = await decodeSource(format.kind, bytes, {
    decode: decodeNatively,
    onOpening: () => answer({ kind: 'opening' }),
    onStage: (stage) => answer({ kind: 'stage', stage }),
  });
  answer({ kind: 'stage', stage: 'encoding' });
  const { file, format: to, isReduced } = await encodePicture(source, format.isLossy, maxBytes);
  const { isFirstOfMany, isApproximate = false } = source;
  return { kind: 'done', file, conversion: { from: kind, to, isReduced, isFirstOfMany, isApproximate } };
}
