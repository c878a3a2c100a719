import source from './openapi.json?raw';
import { type OpenApiDocument, readApi } from './read-api.ts';

/** URL of the OpenAPI document. */
export { default as documentUrl } from './openapi.json?url';

/** The interface that is planned: `openapi.json` is its only description, and the page shows what stands there. */
export const plannedApi = readApi(JSON.parse(source) as OpenApiDocument);
