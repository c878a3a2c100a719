import type { ApiField } from './read-api.ts';

/** Facts of the removal server (`apps/api`) for its reference. A test compares them with the server's own document. */

const field = <const Name extends string>(
  name: Name,
  type: string,
  defaultValue?: string,
  allowed: readonly string[] = [],
): ApiField & { readonly name: Name } => ({
  name,
  type,
  required: false,
  allowed,
  defaultValue,
});

const subjectTypes = ['auto', 'person', 'product', 'car', 'animal', 'graphic', 'transportation', 'other'];

/** Parameters of `POST /v1.0/removebg`. */
export const removebgParameters = [
  field('image_file', 'file'),
  field('image_file_b64', 'string'),
  field('image_url', 'string'),
  field('size', 'string', 'preview', ['preview', 'small', 'regular', 'medium', 'hd', 'full', '4k', '50MP', 'auto']),
  field('type', 'string', 'auto', subjectTypes),
  field('type_level', 'string', '1', ['none', '1', '2', 'latest']),
  field('format', 'string', 'auto', ['auto', 'png', 'jpg', 'webp', 'zip']),
  field('roi', 'string'),
  field('crop', 'boolean', 'false'),
  field('crop_margin', 'string', '0'),
  field('scale', 'string', 'original'),
  field('position', 'string'),
  field('channels', 'string', 'rgba', ['rgba', 'alpha']),
  field('shadow_type', 'string', 'none', ['auto', 'car', '3D', 'drop', 'none']),
  field('shadow_opacity', 'string', 'auto'),
  field('add_shadow', 'boolean', 'false'),
  field('semitransparency', 'boolean', 'true'),
  field('bg_color', 'string'),
  field('bg_image_url', 'string'),
  field('bg_image_file', 'file'),
] as const satisfies readonly ApiField[];

/** Options of `POST /v1/cutouts`. */
export const cutoutOptions = [
  field('format', 'string', 'png', ['png', 'webp', 'jpg', 'zip']),
  field('output', 'string', 'cutout', ['cutout', 'mask']),
  field('detail', 'string', 'standard', ['standard', 'fine']),
  field('points', 'string'),
  field('box', 'string'),
  field('background', 'string'),
  field('crop', 'boolean', 'false'),
  field('margin', 'integer', '0'),
  field('max_megapixels', 'number', '25'),
] as const satisfies readonly ApiField[];

/** Requests about a batch that was sent. */
export const batchRequests = [
  { id: 'read', request: 'GET /v1/batches/{id}' },
  { id: 'result', request: 'GET /v1/batches/{id}/results/{number}' },
  { id: 'remove', request: 'DELETE /v1/batches/{id}' },
] as const;

/** Headers of an answer, in groups with one meaning. */
export const answerHeaders = [
  { id: 'size', names: ['X-Width', 'X-Height'] },
  { id: 'maxSize', names: ['X-Max-Width', 'X-Max-Height'] },
  {
    id: 'foreground',
    names: ['X-Foreground-Left', 'X-Foreground-Top', 'X-Foreground-Width', 'X-Foreground-Height'],
  },
  { id: 'type', names: ['X-Type'] },
  { id: 'credits', names: ['X-Credits-Charged'] },
  { id: 'rate', names: ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'] },
  { id: 'retry', names: ['Retry-After'] },
] as const;

/** Codes of errors, by status. */
export const errorCodes = {
  400: [
    'missing_source',
    'multiple_sources',
    'multiple_bg_sources',
    'invalid_image_url',
    'failed_image_download',
    'invalid_bg_image_url',
    'failed_bg_download',
    'failed_to_read_image',
    'invalid_file_type',
    'file_too_large',
    'resolution_too_high',
    'unknown_foreground',
    'roi_exceeds_bounds',
    'roi_region_empty',
    'invalid_<parameter>',
    'invalid_body',
    'too_many_images',
  ],
  403: ['auth_failed', 'origin_refused'],
  404: ['not_found'],
  408: ['timeout'],
  409: ['not_finished'],
  429: ['rate_limit_exceeded', 'batch_limit_exceeded'],
  431: ['invalid_request'],
  500: ['internal'],
  501: ['batches_unavailable'],
  503: ['busy', 'timeout', 'database_away'],
} as const;

/** Environment variables that the server reads. */
export const settings = [
  field('PORT', 'integer', '3100'),
  field('HOST', 'string', '127.0.0.1'),
  field('API_KEYS', 'string'),
  field('API_KEYS_FILE', 'string'),
  field('API_DATABASE_URL', 'string'),
  field('API_BATCH_HOURS', 'integer', '6'),
  field('API_WORKERS', 'integer', '1'),
  field('API_QUEUE', 'integer', '32'),
  field('API_TIMEOUT_S', 'integer', '120'),
  field('METRICS_PORT', 'integer'),
] as const satisfies readonly ApiField[];

/** Commands of the page. They run in a POSIX shell, in the folder of the repository. */
export const serverSamples = {
  start: `export API_KEYS=$(openssl rand -hex 24)
npm run api &
curl -H "X-Api-Key: $API_KEYS" -F image_file=@chair.jpg -F size=auto \\
  --retry 60 --retry-connrefused --fail-with-body --output chair.png \\
  http://127.0.0.1:3100/v1.0/removebg`,
  batches: `BATCH=$(curl -H "X-Api-Key: $API_KEYS" -F image=@chair.jpg -F image=@lamp.jpg -F crop=true \\
  --fail-with-body --output batch.json --write-out '%header{location}' \\
  http://127.0.0.1:3100/v1/batches)
curl -H "X-Api-Key: $API_KEYS" "http://127.0.0.1:3100$BATCH"
curl -H "X-Api-Key: $API_KEYS" "http://127.0.0.1:3100$BATCH/results/1" --fail-with-body --output chair.png`,
  cutout: `curl -H "X-Api-Key: $API_KEYS" -H 'Content-Type: image/jpeg' \\
  --data-binary @chair.jpg \\
  'http://127.0.0.1:3100/v1/cutouts?format=webp&crop=true&margin=20' \\
  --fail-with-body --output chair.webp`,
};
