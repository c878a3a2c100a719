import { expect, test } from 'vitest';

import { SegmenterError } from './errors.ts';
import { translateError } from './translate-error.ts';

test('an error of this package keeps its code and detail', () => {
  const error = new SegmenterError('model-load-failed', 'https://x.test/a.bin answered 404');
  expect(translateError(error)).toEqual({ code: 'model-load-failed', detail: 'https://x.test/a.bin answered 404' });
});

// Each message is one that a browser or onnxruntime-web really uses.
test.each([
  [new DOMException('The operation was aborted.', 'AbortError'), 'aborted'],
  // The default reason of `AbortSignal.timeout()`.
  [new DOMException('signal timed out', 'TimeoutError'), 'aborted'],
  [new RangeError('Array buffer allocation failed'), 'out-of-memory'],
  [new RangeError('WebAssembly.Memory(): could not allocate memory'), 'out-of-memory'],
  [new Error('std::bad_alloc'), 'out-of-memory'],
  [new Error('Out of memory'), 'out-of-memory'],
  [new TypeError('Failed to fetch'), 'network'],
  [new TypeError('NetworkError when attempting to fetch resource.'), 'network'],
  [new TypeError('Load failed'), 'network'],
  [new TypeError('Failed to fetch dynamically imported module: https://x.test/a.js'), 'resource-load-failed'],
  [new Error('no available backend found. ERR: [wasm] RuntimeError: Aborted'), 'resource-load-failed'],
  [new DOMException('The source image could not be decoded.', 'InvalidStateError'), 'damaged-image'],
  [
    new DOMException('Cannot decode the data in the argument to createImageBitmap', 'InvalidStateError'),
    'damaged-image',
  ],
  [new DOMException('', 'EncodingError'), 'damaged-image'],
  [new DOMException('The ImageBitmap could not be allocated.', 'InvalidStateError'), 'out-of-memory'],
  [
    new DOMException('Cannot create an image buffer from the argument to createImageBitmap', 'InvalidStateError'),
    'out-of-memory',
  ],
  [new DOMException('The requested file could not be read.', 'NotReadableError'), 'file-unreadable'],
  [new DOMException('A requested file or directory could not be found', 'NotFoundError'), 'file-unreadable'],
  [
    new DOMException('An error occured reading the Blob argument to createImageBitmap', 'InvalidStateError'),
    'file-unreadable',
  ],
])('translates %s to %s', (error, code) => {
  expect(translateError(error).code).toBe(code);
});

test('an unknown error becomes processing-failed with its own message', () => {
  expect(translateError(new Error('the flux is out of phase'))).toEqual({
    code: 'processing-failed',
    detail: 'the flux is out of phase',
  });
  expect(translateError('a bare string')).toEqual({ code: 'processing-failed', detail: 'a bare string' });
  // onnxruntime-web throws a number, a pointer, when its C++ code throws.
  expect(translateError(5_251_312)).toEqual({ code: 'processing-failed', detail: '5251312' });
  expect(translateError(undefined)).toEqual({ code: 'processing-failed', detail: 'undefined' });
});
