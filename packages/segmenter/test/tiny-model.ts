/**
 * A hand-written network of one 1 × 1 convolution, whose mask is the redness of each pixel. With it the whole segmenter, with
 * runtime, worker and cache, runs in milliseconds, and every expected value follows from the image.
 */
import { type Field, join, message, type Message } from '../src/inference/protobuf-message.ts';
import { sha256 } from './sha256.ts';

export interface TinyModelOptions {
  readonly widthPx?: number;
  readonly heightPx?: number;
  /** Replaces the ONNX bytes, to test invalid models. */
  readonly bytes?: Uint8Array<ArrayBuffer>;
  /** Replaces the address of the second part, to test missing parts. */
  readonly secondPartUrl?: string;
  /** Replaces the model's size in the manifest, to test wrong sizes. */
  readonly claimedBytes?: number;
}

/** Returns the address of a manifest whose only model is that network. Its parts are `blob:` addresses. */
export async function tinyModelUrl(options: TinyModelOptions = {}): Promise<string> {
  const { widthPx = 32, heightPx = 16 } = options;
  const bytes = options.bytes ?? tinyOnnx(widthPx, heightPx);
  const middle = Math.floor(bytes.length / 2);
  const halves = [bytes.slice(0, middle), bytes.slice(middle)];
  const urls = halves.map((half) => URL.createObjectURL(new Blob([half])));
  const parts = await Promise.all(
    halves.map(async (half, index) => ({
      file: (index === 1 && options.secondPartUrl) || urls[index],
      sha256: await sha256(half),
      sizeBytes: half.length,
      packing: 'none',
      packedBytes: half.length,
    })),
  );
  const manifest = {
    version: 2,
    default: 'redness',
    models: [
      {
        id: 'redness',
        format: 'onnx',
        name: 'Redness',
        sha256: await sha256(bytes),
        sizeBytes: options.claimedBytes ?? bytes.length,
        parts,
        input: { name: 'picture', widthPx, heightPx, mean: [0, 0, 0], std: [255, 255, 255] },
        output: { name: 'mask' },
        licence: 'MIT',
        source: 'written by hand',
      },
    ],
  };
  return URL.createObjectURL(new Blob([JSON.stringify(manifest)], { type: 'application/json' }));
}

/** Returns an ONNX file that computes `mask = 1 × red + 0 × green + 0 × blue`. Field numbers are those of onnx.proto. */
export function tinyOnnx(widthPx: number, heightPx: number): Uint8Array<ArrayBuffer> {
  const weight = message([
    ...[1, 3, 1, 1].map((dim): Field => [1, dim]), // dims
    [2, 1], // data_type: float
    [8, 'weight'], // name
    [9, new Uint8Array(Float32Array.from([1, 0, 0]).buffer)], // raw_data
  ]);
  const convolution = message([
    [1, 'picture'], // input
    [1, 'weight'],
    [2, 'mask'], // output
    [4, 'Conv'], // op_type
  ]);
  const graph = message([
    [1, convolution], // node
    [2, 'redness'], // name
    [5, weight], // initializer
    [11, valueInfo('picture', [1, 3, heightPx, widthPx])], // input
    [12, valueInfo('mask', [1, 1, heightPx, widthPx])], // output
  ]);
  const operators = message([[2, 13]]); // opset: version
  const model = message([
    [1, 8], // ir_version
    [7, graph],
    [8, operators],
  ]);
  return join(model);
}

function valueInfo(name: string, dims: number[]): Message {
  const shape = message(dims.map((dim): Field => [1, message([[1, dim]])]));
  const tensor = message([
    [1, 1], // elem_type: float
    [2, shape],
  ]);
  return message([
    [1, name],
    [2, message([[1, tensor]])],
  ]);
}
