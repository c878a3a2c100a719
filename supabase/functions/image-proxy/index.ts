import { serveFunction } from '../_shared/serve-function.ts';
import { handleImageProxy } from './handle.ts';

serveFunction(handleImageProxy);
