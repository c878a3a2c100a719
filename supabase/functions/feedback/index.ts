import { serveFunction } from '../_shared/serve-function.ts';
import { handleFeedback } from './handle.ts';

serveFunction(handleFeedback);
