import type { FunctionContext } from '../../_shared/context.ts';
import { FunctionError } from '../../_shared/function-error.ts';
import { isWholePicture } from '../../_shared/is-whole-picture.ts';
import { maxPictureBytes, readPicture } from '../../_shared/open-picture.ts';
import { pictureType, signatureBytes } from '../../_shared/picture-type.ts';
import { parsePublicUrl } from '../../_shared/public-url.ts';
import type { Aspect, GeneratedPicture, PictureOrder, ReadProvider } from './picture-provider.ts';

/** Settings of the provider. */
interface Settings {
  readonly endpoint: URL;
  readonly key: string;
  readonly model: string;
  readonly sizes: Readonly<Record<Aspect, string>>;
  /** Maximum number of images in one request. */
  readonly picturesPerCall: number;
  /** True when the seed is sent. OpenAI's own service refuses unknown parameters. */
  readonly sendsSeed: boolean;
  /** Further fields of the body of each request. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** Sentence added to the visitor's words, so that the image leaves space for their subject. */
const scene =
  'An empty background scene, photographed: no people, no text, no main subject, room for one in the middle.';

/** Maximum size of an answer without its images, in bytes. */
const maxEnvelopeBytes = 64 * 1024;
const maxPictureCharacters = Math.ceil(maxPictureBytes / 3) * 4;

/** Codes of answers with the status 400 that refuse the words rather than the request. */
const refusalCodes = /content_policy|moderation|safety|content_filter/i;

/**
 * Reads the settings of a service that speaks OpenAI's images API, `POST /images/generations`: OpenAI itself, other
 * services, or a server of your own.
 * @see https://platform.openai.com/docs/api-reference/images/create
 */
export const readOpenaiImages: ReadProvider = (environment) => {
  const key = environment('AI_IMAGES_KEY') ?? '';
  const address = environment('AI_IMAGES_URL') ?? '';
  if (key === '' && address === '') return null;
  const base = URL.parse(address || 'https://api.openai.com/v1');
  if (!base || !/^https?:$/.test(base.protocol)) throw new Error('AI_IMAGES_URL is no http or https address');
  const endpoint = new URL(`${base.pathname.replace(/\/$/, '')}/images/generations${base.search}`, base);
  const [square, landscape, portrait, ...others] = (
    environment('AI_IMAGES_SIZES') || '1024x1024,1536x1024,1024x1536'
  ).split(/[\s,]+/);
  if (!square || !landscape || !portrait || others.length > 0) {
    throw new Error('AI_IMAGES_SIZES is no three sizes: square, landscape, portrait');
  }
  const settings: Settings = {
    endpoint,
    key,
    model: environment('AI_IMAGES_MODEL') || 'gpt-image-1',
    sizes: { square, landscape, portrait },
    picturesPerCall: wholeNumber('AI_IMAGES_PER_CALL', environment, 4, 1, 10),
    sendsSeed: environment('AI_IMAGES_SEED') === '1',
    parameters: parametersIn(environment('AI_IMAGES_PARAMETERS') || '{}'),
  };
  return {
    name: environment('AI_IMAGES_NAME') || base.hostname,
    timeoutMs: wholeNumber('AI_IMAGES_TIMEOUT_MS', environment, 90_000, 10, 600_000),
    generate: async (order, context, signal) => {
      const calls = Array.from({ length: Math.ceil(order.count / settings.picturesPerCall) }, (_, index) =>
        askFor(
          {
            ...order,
            seed: (order.seed + index) % 2 ** 31,
            count: Math.min(settings.picturesPerCall, order.count - index * settings.picturesPerCall),
          },
          settings,
          context,
          signal,
        ),
      );
      return someOf(await Promise.allSettled(calls)).flat();
    },
  };
};

async function askFor(
  order: PictureOrder,
  settings: Settings,
  context: Pick<FunctionContext, 'fetch' | 'resolve'>,
  signal: AbortSignal,
): Promise<readonly GeneratedPicture[]> {
  const answer = await ask(order, settings, context, signal);
  const pictures = fieldOf(answer, 'data');
  if (!Array.isArray(pictures) || pictures.length === 0) throw failed('The provider answered without pictures');
  return someOf(
    await Promise.allSettled(
      pictures.slice(0, order.count).map((picture: unknown) => pictureIn(picture, context, signal)),
    ),
  );
}

/** Sends one request to the provider. @returns its JSON answer. */
async function ask(
  { words, aspect, seed, count }: PictureOrder,
  { endpoint, key, model, sizes, sendsSeed, parameters }: Settings,
  context: Pick<FunctionContext, 'fetch'>,
  signal: AbortSignal,
): Promise<unknown> {
  const response = await context
    .fetch(endpoint, {
      method: 'POST',
      // The key is for this address and for no other.
      redirect: 'error',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(key !== '' && { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify({
        model,
        prompt: `${words}\n\n${scene}`,
        n: count,
        size: sizes[aspect],
        ...(sendsSeed && { seed }),
        ...parameters,
      }),
      signal,
    })
    .catch((cause: unknown) => {
      signal.throwIfAborted();
      throw failed('The provider could not be reached', cause);
    });
  const isMade = response.ok;
  const text = await textWithin(
    response,
    isMade ? maxEnvelopeBytes + count * maxPictureCharacters : maxEnvelopeBytes,
    signal,
  );
  const answer = asJson(text);
  if (isMade) {
    if (answer === undefined) throw failed('The provider did not answer with JSON');
    return answer;
  }
  throw refusalOf(response, answer);
}

function refusalOf({ status, headers }: Response, answer: unknown): FunctionError {
  const error = fieldOf(answer, 'error');
  const code = [fieldOf(error, 'code'), fieldOf(error, 'type')].find((each) => typeof each === 'string') ?? '';
  if ((status === 400 || status === 403 || status === 422) && refusalCodes.test(code)) {
    return new FunctionError('words-refused', 422, 'The provider makes no pictures of these words');
  }
  // An account without money is answered with 429 as well, but waiting does not help.
  if ((status === 429 && code !== 'insufficient_quota') || status === 503) {
    return new FunctionError('provider-busy', 503, 'The provider has too much to do: try again later', {
      headers: { 'retry-after': String(secondsIn(headers.get('retry-after'))) },
    });
  }
  return failed(`The provider answered ${status}`, undefined, { status });
}

/** Returns one image of an answer, which contains it in base64 or by its URL. */
async function pictureIn(
  picture: unknown,
  context: Pick<FunctionContext, 'fetch' | 'resolve'>,
  signal: AbortSignal,
): Promise<GeneratedPicture> {
  const data = fieldOf(picture, 'b64_json');
  if (typeof data === 'string' && data !== '') return inBase64(data);
  const url = fieldOf(picture, 'url');
  if (typeof url !== 'string') throw failed('The provider answered a picture without an address');
  try {
    // The provider may name any address, so it is fetched like a URL of the image proxy.
    const bytes = await readPicture(parsePublicUrl(url), context, signal);
    return inBase64(base64Of(bytes));
  } catch (error) {
    signal.throwIfAborted();
    const reason = error instanceof FunctionError ? error.code : 'unreachable';
    throw failed('A picture of the provider could not be fetched', error, { reason });
  }
}

/**
 * Checks an image in base64.
 * @throws {FunctionError} `provider-failed` when it is not an image, cut off or too large.
 */
function inBase64(data: string): GeneratedPicture {
  if (data.length > maxPictureCharacters)
    throw failed('A picture of the provider is too large', undefined, { reason: 'too-large' });
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(data) || data.length % 4 !== 0) {
    throw failed('A picture of the provider is no base64', undefined, { reason: 'not-a-picture' });
  }
  const text = atob(data);
  const type = pictureType(Uint8Array.from(text.slice(0, signatureBytes), (character) => character.charCodeAt(0)));
  if (type && isWholePicture(type, text)) return { type, data };
  if (type) throw failed('A picture of the provider is cut off', undefined, { reason: 'not-a-picture' });
  throw failed('What the provider answered is no JPEG, PNG or WebP picture', undefined, { reason: 'not-a-picture' });
}

/** Returns the fulfilled results. @throws the first reason when none was fulfilled. */
function someOf<T>(results: readonly PromiseSettledResult<T>[]): readonly T[] {
  const made = results.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const [failure] = results.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
  if (made.length === 0) throw failure;
  return made;
}

/**
 * Reads the body as text. @throws {FunctionError} `provider-failed` when it is longer than `maxBytes` or breaks off.
 */
async function textWithin(response: Response, maxBytes: number, signal: AbortSignal): Promise<string> {
  const chunks: BlobPart[] = [];
  let sizeBytes = 0;
  try {
    for await (const chunk of response.body ?? []) {
      sizeBytes += chunk.byteLength;
      if (sizeBytes > maxBytes) throw failed('The provider answered too much', undefined, { reason: 'too-large' });
      chunks.push(new Uint8Array(chunk));
    }
  } catch (cause) {
    signal.throwIfAborted();
    throw cause instanceof FunctionError ? cause : failed('The provider broke off', cause);
  }
  return await new Blob(chunks).text();
}

function failed(message: string, cause?: unknown, details: Readonly<Record<string, unknown>> = {}): FunctionError {
  return new FunctionError('provider-failed', 502, message, { details, cause });
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}

/** Parses JSON. @returns undefined for invalid JSON. */
function asJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Parses `Retry-After`, which is a number of seconds or a date. @returns 1 to 3,600 seconds; 60 for any other text. */
function secondsIn(header: string | null): number {
  const text = header?.trim() ?? '';
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - Date.now()) / 1_000);
  return Number.isFinite(seconds) ? Math.min(3_600, Math.max(1, seconds)) : 60;
}

function base64Of(bytes: Uint8Array): string {
  let text = '';
  // Every engine accepts this number of arguments.
  for (let start = 0; start < bytes.length; start += 8_192) {
    text += String.fromCharCode(...bytes.subarray(start, start + 8_192));
  }
  return btoa(text);
}

function wholeNumber(
  name: string,
  environment: FunctionContext['environment'],
  usual: number,
  min: number,
  max: number,
): number {
  const number = Number(environment(name) || usual);
  if (Number.isInteger(number) && number >= min && number <= max) return number;
  throw new Error(`${name} is no whole number from ${min} to ${max}`);
}

function parametersIn(text: string): Readonly<Record<string, unknown>> {
  const parameters = asJson(text);
  if (typeof parameters === 'object' && parameters !== null && !Array.isArray(parameters)) return { ...parameters };
  throw new Error('AI_IMAGES_PARAMETERS is no JSON object');
}
