import source from './openapi.json?raw';
import { type OpenApiDocument, readApi } from './read-api.ts';

/** URL of the OpenAPI document. */
export { default as documentUrl } from './openapi.json?url';

/** The planned API. `openapi.json` is its only source; the reference page is generated from it. */
export const plannedApi = readApi(JSON.parse(source) as OpenApiDocument);
