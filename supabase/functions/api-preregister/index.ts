import { serveFunction } from '../_shared/serve-function.ts';
import { handleApiPreregister } from './handle.ts';

serveFunction(handleApiPreregister);
