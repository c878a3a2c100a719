import { serveFunction } from '../_shared/serve-function.ts';
import { handlePaymentWebhook } from './handle.ts';

serveFunction(handlePaymentWebhook);
