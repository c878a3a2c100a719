import type { FunctionContext, FunctionHandler } from '../_shared/context.ts';
import { isFromSite } from '../_shared/cors.ts';
import { createPlaces } from '../_shared/create-places.ts';
import { FunctionError } from '../_shared/function-error.ts';
import { answerJson, postFunction } from '../_shared/post-function.ts';
import { type Fields, invalid, keyIn, readFields, textIn } from '../_shared/read-fields.ts';
import { type Reservation, reservePictures } from './allowance.ts';
import {
  aspects,
  type GeneratedPicture,
  type PictureOrder,
  type PictureProvider,
} from './providers/picture-provider.ts';
import { readProvider } from './providers/providers.ts';

const maxWordsCharacters = 400;
const maxPictures = 4;
const maxSeed = 2 ** 31 - 1;

/** Limits the orders in progress in this process and for one caller, because an answer may be 50 MB in size. */
const places = createPlaces({ ofAll: 8, ofCaller: 1 });

/**
 * Makes backgrounds from words. A GET answers `{ provider, timeoutMs }`: the provider's name, or null when the operator
 * has configured none, and the longest time that an order takes. A POST of `{ words, aspect, seed, count, key }` answers
 * `{ provider, pictures, remainingToday }`. Each image is `{ type, data }` in base64. There are fewer than `count` when
 * fewer are left today or were made. `remainingToday` is null without a limit. The provider gets nothing else.
 *
 * Images are reserved before the provider is asked, and given back when it makes none. A caller who leaves before the
 * answer has used them, because the provider works and is paid all the same.
 *
 * Its own codes: `not-configured` 501, `origin-refused` 403, `words-invalid`, `aspect-invalid`, `seed-invalid`,
 * `count-invalid` and `key-invalid` 400, `session-invalid` 401, `already-requested` 409, `words-refused` 422,
 * `limit-reached` 429 with `limit` and `member`, `busy` and `provider-busy` 503, `provider-failed` 502, `timeout` 504.
 */
export const handleGenerateBackground: FunctionHandler = async (request, context) =>
  request.method === 'GET' ? answerJson(offerOf(readProvider(context.environment))) : await generate(request, context);

function offerOf(provider: PictureProvider | null): object {
  return provider ? { provider: provider.name, timeoutMs: provider.timeoutMs } : { provider: null };
}

const generate = postFunction(
  { name: 'generate-background', requests: 30, windowMs: 10 * 60_000 },
  async (request, context) => {
    const provider = readProvider(context.environment);
    if (!provider) throw new FunctionError('not-configured', 501, 'No provider of pictures is set up here');
    if (!isFromSite(request, context.origins)) {
      throw new FunctionError('origin-refused', 403, 'Only pages of the site may ask for pictures');
    }
    const fields = await readFields(request);
    const order = orderIn(fields);
    const requestKey = keyIn(fields);
    const leave = places.enter(context.ip ?? '');
    try {
      const reservation = await reservePictures(context, requestKey, order.count);
      const pictures = await placeOrder(provider, order, reservation, request.signal, context);
      const remainingToday = await reservation.settle(pictures.length);
      return answerJson({ provider: provider.name, pictures, remainingToday });
    } finally {
      leave();
    }
  },
);

/** Asks the provider, and gives back the reservation when it fails. */
async function placeOrder(
  provider: PictureProvider,
  order: PictureOrder,
  { count, settle }: Reservation,
  left: AbortSignal,
  context: FunctionContext,
): Promise<readonly GeneratedPicture[]> {
  const late = AbortSignal.timeout(provider.timeoutMs);
  try {
    return await provider.generate({ ...order, count }, context, AbortSignal.any([left, late]));
  } catch (cause) {
    await settle(left.aborted ? count : 0);
    if (!late.aborted) throw cause;
    throw new FunctionError('timeout', 504, `The provider did not answer within ${provider.timeoutMs / 1000} s`, {
      cause,
    });
  }
}

/** Reads the order from the body. @throws {FunctionError} code `<name>-invalid`. */
function orderIn(fields: Fields): PictureOrder {
  const aspect = aspects.find((each) => each === fields['aspect']);
  if (!aspect) throw invalid('aspect', `one of ${aspects.join(', ')}`);
  return {
    words: textIn(fields, 'words', maxWordsCharacters),
    aspect,
    seed: wholeNumberIn(fields, 'seed', 0, maxSeed),
    count: wholeNumberIn(fields, 'count', 1, maxPictures),
  };
}

function wholeNumberIn(fields: Fields, name: string, min: number, max: number): number {
  const value = fields[name];
  if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value;
  throw invalid(name, `a whole number from ${min} to ${max}`);
}
