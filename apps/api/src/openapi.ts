import * as z from 'zod';

import { batchPaths } from './batches/openapi.ts';
import { cutoutOptions } from './cutouts/options.ts';
import { removebgSchema } from './removebg/parameters.ts';

type JsonObject = Readonly<Record<string, unknown>>;

const file = { type: 'string', format: 'binary' };

/** Media types of a result. */
const images = { 'image/png': {}, 'image/jpeg': {}, 'image/webp': {}, 'application/zip': {} };

const rateHeaders = Object.fromEntries(
  ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'X-Width', 'X-Height'].map((name) => [
    name,
    { schema: { type: 'integer' } },
  ]),
);

const errorAnswers = Object.fromEntries(
  [
    ['400', 'The request is wrong; `code` names the reason.'],
    ['403', 'The key is missing or unknown.'],
    ['408', 'The body did not arrive in time.'],
    ['429', 'The megapixels of this minute are used up. `Retry-After` is in seconds.'],
    ['503', 'The server is busy, or the image took too long. `Retry-After` is in seconds.'],
  ].map(([status, description]) => [
    status,
    { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Errors' } } } },
  ]),
);

/** Returns the OpenAPI 3.1 document of the server. The options come from the schemas that check them. */
export function openApiDocument(): JsonObject {
  const cutout = propertiesOf(cutoutOptions);
  const removebg = propertiesOf(removebgSchema);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Isola removal server',
      version: '1.0.0',
      description:
        'Removes the background of images. Nothing of an image is logged, and only batches are stored: until they expire or are deleted.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    security: [{ key: [] }],
    paths: {
      '/v1/cutouts': {
        post: {
          operationId: 'createCutout',
          summary: 'Removes the background of an image.',
          description: 'The image is the body itself, the file `image` of a form, or the address `image_url`.',
          parameters: Object.entries(cutout).map(([name, { description, ...schema }]) => ({
            name,
            in: 'query',
            description,
            schema,
          })),
          requestBody: {
            required: true,
            content: {
              'image/jpeg': {},
              'image/png': {},
              'image/webp': {},
              'multipart/form-data': {
                schema: { type: 'object', properties: { image: file, image_url: { type: 'string' }, ...cutout } },
              },
              'application/json': {
                schema: { type: 'object', properties: { image_url: { type: 'string' }, ...cutout } },
              },
            },
          },
          responses: { '200': { description: 'The result.', headers: rateHeaders, content: images }, ...errorAnswers },
        },
      },
      ...batchPaths(cutout, images, errorAnswers),
      '/v1.0/removebg': {
        post: {
          operationId: 'removebg',
          summary: 'Removes a background through the interface of remove.bg.',
          requestBody: {
            required: true,
            content: {
              'multipart/form-data': {
                schema: {
                  type: 'object',
                  properties: {
                    image_file: file,
                    image_file_b64: { type: 'string' },
                    image_url: { type: 'string' },
                    bg_image_file: file,
                    bg_image_url: { type: 'string' },
                    ...removebg,
                  },
                },
              },
            },
          },
          responses: {
            '200': {
              description: 'The result, or JSON with `data.result_b64` when `Accept` is `application/json`.',
              headers: rateHeaders,
              content: { ...images, 'application/json': {} },
            },
            ...errorAnswers,
          },
        },
      },
      '/v1.0/account': {
        get: {
          operationId: 'account',
          summary: 'Returns what is left of the limit, in the form of remove.bg.',
          responses: { '200': { description: 'The account.', content: { 'application/json': {} } }, ...errorAnswers },
        },
      },
      '/healthz': {
        get: {
          operationId: 'health',
          summary: 'Answers when the model is loaded.',
          security: [],
          responses: { '200': { description: 'The server answers requests.', content: { 'application/json': {} } } },
        },
      },
    },
    components: {
      securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Api-Key' } },
      schemas: {
        Errors: {
          type: 'object',
          required: ['errors'],
          properties: {
            errors: {
              type: 'array',
              items: {
                type: 'object',
                required: ['code', 'title'],
                properties: { code: { type: 'string' }, title: { type: 'string' }, detail: { type: 'string' } },
              },
            },
          },
        },
      },
    },
  };
}

function propertiesOf(schema: z.ZodObject): Readonly<Record<string, JsonObject>> {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return properties as Record<string, JsonObject>;
}
