import { maxAddresses } from './receive-batch.ts';

type JsonObject = Readonly<Record<string, unknown>>;

const idParameter = { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } };
const numberParameter = { name: 'number', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } };

const batchSchema = {
  type: 'object',
  required: ['id', 'state', 'created_at', 'expires_at', 'counts', 'images'],
  properties: {
    id: { type: 'string', format: 'uuid' },
    state: { enum: ['waiting', 'active', 'finished'] },
    created_at: { type: 'string', format: 'date-time' },
    expires_at: { type: 'string', format: 'date-time', description: 'Everything of the batch is removed then.' },
    counts: {
      type: 'object',
      properties: Object.fromEntries(
        ['waiting', 'active', 'done', 'failed'].map((state) => [state, { type: 'integer' }]),
      ),
    },
    images: {
      type: 'array',
      items: {
        type: 'object',
        required: ['number', 'state'],
        properties: {
          number: { type: 'integer', minimum: 1 },
          state: { enum: ['waiting', 'active', 'done', 'failed'] },
          result: { type: 'string', description: 'Path of the result.' },
          errors: { $ref: '#/components/schemas/Errors/properties/errors' },
        },
      },
    },
  },
};

function error(description: string): JsonObject {
  return { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Errors' } } } };
}

const notFound = { '404': error('There is no such batch, it was removed, or another key posted it.') };
const batch = { content: { 'application/json': { schema: batchSchema } } };

/**
 * Returns the paths of batches.
 * @param options schemas of the options.
 * @param images media types of a result.
 * @param errors answers that all paths have.
 */
export function batchPaths(options: JsonObject, images: JsonObject, errors: JsonObject): JsonObject {
  const answers = { ...errors, '501': error('The server has no database.') };
  const files = { type: 'array', items: { type: 'string', format: 'binary' } };
  const addresses = { type: 'array', minItems: 1, maxItems: maxAddresses, items: { type: 'string', format: 'uri' } };
  return {
    '/v1/batches': {
      post: {
        operationId: 'createBatch',
        summary: 'Takes many images, whose results are fetched later.',
        description: 'Files and results are stored in the database until `expires_at` or until the batch is deleted.',
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: { type: 'object', required: ['images'], properties: { images: addresses, ...options } },
            },
            'multipart/form-data': {
              schema: { type: 'object', required: ['image'], properties: { image: files, ...options } },
            },
          },
        },
        responses: { '202': { description: 'The batch waits for a worker.', ...batch }, ...answers },
      },
    },
    '/v1/batches/{id}': {
      parameters: [idParameter],
      get: {
        operationId: 'batch',
        summary: 'Returns the states of the images of a batch.',
        responses: { '200': { description: 'The batch.', ...batch }, ...notFound, ...answers },
      },
      delete: {
        operationId: 'deleteBatch',
        summary: 'Removes a batch with its files and results. Images that wait are not processed.',
        responses: { '204': { description: 'The batch is removed.' }, ...notFound, ...answers },
      },
    },
    '/v1/batches/{id}/results/{number}': {
      parameters: [idParameter, numberParameter],
      get: {
        operationId: 'batchResult',
        summary: 'Returns the result of an image. A failed image answers with its error.',
        responses: {
          '200': { description: 'The result.', content: images },
          ...notFound,
          '409': error('The image is not finished. `Retry-After` is in seconds.'),
          ...answers,
        },
      },
    },
  };
}
