import { type Context, Hono } from 'hono';

import { ApiError } from '../api-error.ts';
import { withinLimits } from '../http/within-limits.ts';
import type { RequestVariables, ServerContext } from '../server-context.ts';
import type { Batches, BatchStatus, ImageState } from './batch.ts';
import { receiveBatch } from './receive-batch.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const imageNumber = /^[1-9]\d{0,4}$/;

/** Routes for clients that post many images and fetch the results later. They need a database. */
export function batchRoutes(server: ServerContext): Hono<RequestVariables> {
  const app = new Hono<RequestVariables>();
  const { batches } = server;
  if (!batches) {
    const title = 'This server has no database, which batches need';
    const refuse = () => {
      throw new ApiError(501, { code: 'batches_unavailable', title, detail: 'Set API_DATABASE_URL' });
    };
    return app.all('/v1/batches', refuse).all('/v1/batches/*', refuse);
  }
  app.post('/v1/batches', async (context) => {
    const client = context.get('client');
    const id = await withinLimits(context, server, async (_signal, startClock) => {
      const received = await receiveBatch(context.req.raw, server.limits);
      startClock();
      return await batches.create({ ...received, client });
    });
    context.header('location', `/v1/batches/${id}`);
    return context.json(answerOf(await found(context, batches, id)), 202);
  });
  app.get('/v1/batches/:id', async (context) =>
    context.json(answerOf(await found(context, batches, context.req.param('id')))),
  );
  app.delete('/v1/batches/:id', async (context) => {
    const id = context.req.param('id');
    if (!uuid.test(id) || !(await batches.remove(id, context.get('client').id))) throw noBatch();
    return context.body(null, 204);
  });
  app.get('/v1/batches/:id/results/:number', async (context) => {
    const { images, id } = await found(context, batches, context.req.param('id'));
    const text = context.req.param('number');
    const image = imageNumber.test(text) ? images[Number(text) - 1] : undefined;
    if (!image) throw new ApiError(404, { code: 'not_found', title: 'The batch has no image with this number' });
    if (image.error) throw new ApiError(image.error.status, image.error.problems);
    const result =
      image.state === 'done'
        ? await batches.resultOf({ batch: id, number: image.number }, context.get('client').id)
        : undefined;
    if (!result)
      throw new ApiError(409, { code: 'not_finished', title: 'The image is not finished' }, { 'retry-after': '2' });
    return context.body(result.bytes as Uint8Array<ArrayBuffer>, 200, { ...result.headers });
  });
  return app;
}

/** @throws {ApiError} 404 for a batch that does not exist, has expired, or belongs to another key. */
async function found(context: Context<RequestVariables>, batches: Batches, id: string): Promise<BatchStatus> {
  const batch = uuid.test(id) ? await batches.find(id, context.get('client').id) : undefined;
  if (!batch) throw noBatch();
  return batch;
}

function noBatch(): ApiError {
  return new ApiError(404, { code: 'not_found', title: 'There is no such batch' });
}

/** Returns the answer about a batch: its state, counts, and its images with their errors or the path of their result. */
function answerOf({ id, createdAt, expiresAt, images }: BatchStatus) {
  const counts: Record<ImageState, number> = { waiting: 0, active: 0, done: 0, failed: 0 };
  for (const { state } of images) counts[state] += 1;
  const isFinished = counts.waiting + counts.active === 0;
  return {
    id,
    state: isFinished ? 'finished' : counts.waiting === images.length ? 'waiting' : 'active',
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
    counts,
    images: images.map(({ number, state, error }) => ({
      number,
      state,
      ...(state === 'done' && { result: `/v1/batches/${id}/results/${number}` }),
      ...(error && { errors: error.problems }),
    })),
  };
}
