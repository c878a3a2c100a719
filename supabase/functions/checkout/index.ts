import { serveFunction } from '../_shared/serve-function.ts';
import { handleCheckout } from './handle.ts';

serveFunction(handleCheckout);
