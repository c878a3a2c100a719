import { serveFunction } from '../_shared/serve-function.ts';
import { handleWebhookAdmin } from './handle.ts';

serveFunction(handleWebhookAdmin);
