import { serveFunction } from '../_shared/serve-function.ts';
import { handleBillingPortal } from './handle.ts';

serveFunction(handleBillingPortal);
