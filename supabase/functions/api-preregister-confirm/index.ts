import { serveFunction } from '../_shared/serve-function.ts';
import { handleApiPreregisterConfirm } from './handle.ts';

serveFunction(handleApiPreregisterConfirm);
