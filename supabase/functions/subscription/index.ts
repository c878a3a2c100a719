import { serveFunction } from '../_shared/serve-function.ts';
import { handleSubscription } from './handle.ts';

serveFunction(handleSubscription);
